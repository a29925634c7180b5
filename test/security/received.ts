import { inspect } from 'node:util'

/** All that a program says: errors with their causes and members, logs, output. */
export class Received {
  readonly #texts: string[] = []

  readonly add = (...reported: readonly unknown[]): void => {
    for (const value of reported) this.#texts.push(textOf(value))
  }

  /** What `promise` rejects with; that it resolves is heard too. */
  async outcome(promise: Promise<unknown>): Promise<void> {
    this.add(await promise.catch((reason: unknown) => reason))
  }

  get size(): number {
    return this.#texts.length
  }

  get text(): string {
    return this.#texts.join('\n')
  }

  /** Those of `secrets` that were said, in clear, percent-encoded or in base64. */
  leaks(secrets: readonly string[]): string[] {
    const { text } = this
    return secrets.filter((secret) => formsOf(secret).some((form) => text.includes(form)))
  }
}

function formsOf(secret: string): readonly string[] {
  return [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64').replace(/=+$/, '').slice(0, -1)]
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return inspect(value, { depth: 12, showHidden: true, maxStringLength: null, maxArrayLength: null })
}
