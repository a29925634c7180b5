/**
 * What is not to be written down. What was a secret stays one, as servers that are gone may still be spoken of: of more than
 * 10,000 those go that were given longest ago.
 */
export class KnownSecrets {
  readonly #secrets = new Set<string>()

  get all(): Iterable<string> {
    return this.#secrets
  }

  add(secrets: readonly string[]): void {
    for (const secret of secrets) {
      this.#secrets.delete(secret)
      this.#secrets.add(secret)
    }
    for (const oldest of this.#secrets) {
      if (this.#secrets.size <= maxSecrets) return
      this.#secrets.delete(oldest)
    }
  }
}

const maxSecrets = 10_000
