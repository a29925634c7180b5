/**
 * The secrets that must not be logged. They stay known after their server is gone, because later entries may contain them;
 * beyond 10,000 the oldest are dropped.
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
