import { isObject } from '../../values/json/is-object.js'
import { BoundedMap } from '../../values/maps/bounded-map.js'
import { createRedactor, isRedactable } from '../../values/text/redact.js'

/** So many characters of changing credentials are remembered, and of long ones fewer than 32: some are chosen by the server. */
const maxCharacters = 1024 * 1024
const leastCharacters = maxCharacters / 32

/**
 * The secrets that are sent to one server: headers of the user, the query of the address, tokens and session ids. Servers
 * and proxies repeat them in errors, and errors end up in logs.
 */
export class SentSecrets {
  readonly #fixed: readonly string[]
  readonly #recent = new BoundedMap<readonly string[]>({
    maxSize: maxCharacters,
    sizeOf: (parts) => Math.max(leastCharacters, parts.join('').length),
  })
  /** Undefined: to be made. An error may have very many texts. */
  #redactor: ((text: string) => string) | undefined

  constructor(url: URL, headers: Readonly<Record<string, string>>) {
    this.#fixed = [...inQuery(url), ...Object.values(headers).flatMap(inHeader)]
  }

  /** Adds the value of a header that is sent from now on. */
  addHeader(value: string): void {
    this.#add(value, () => inHeader(value))
  }

  /** Adds a secret that is sent from now on. It is not split. */
  add(secret: string): void {
    if (isRedactable(secret)) this.#add(secret, () => [secret])
  }

  /** Adds the query of an address that is used from now on. */
  addAddress(url: URL): void {
    this.#add(url.href, () => inQuery(url))
  }

  #add(key: string, toParts: () => readonly string[]): void {
    if (this.#recent.get(key) !== undefined) return
    this.#recent.set(key, toParts())
    this.#redactor = undefined
  }

  clean(text: string): string {
    this.#redactor ??= createRedactor([...this.#fixed, ...this.#recent.values()].flat())
    return this.#redactor(text)
  }

  /** Redacts the errors in a received message or batch. */
  cleanMessage(value: unknown): unknown {
    if (Array.isArray(value)) return value.some(hasError) ? value.map((one) => this.cleanMessage(one)) : value
    return hasError(value) ? { ...value, error: this.#cleanJson(value['error']) } : value
  }

  /** Returns the cause of an error unchanged, or an error with its redacted text where it has secrets. */
  cleanCause(cause: unknown): unknown {
    const text = textOf(cause)
    const clean = this.clean(text)
    return clean === text ? cause : new Error(clean)
  }

  #cleanJson(value: unknown): unknown {
    if (typeof value === 'string') return this.clean(value)
    if (Array.isArray(value)) return value.map((item) => this.#cleanJson(item))
    if (!isObject(value)) return value
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, this.#cleanJson(member)]))
  }
}

function hasError(value: unknown): value is Readonly<Record<string, unknown>> {
  return isObject(value) && value['error'] !== undefined
}

/** The value and its parts, such as a token behind its scheme, or cookies. */
function inHeader(value: string): readonly string[] {
  const parts = value.split(/[\s;,]+/)
  return [value, ...parts, ...parts.map(afterEquals)].filter((part) => isRedactable(part) && !scheme.test(part))
}

/** Servers name the scheme that they want, which an error has to show. */
const scheme = /^(?:bearer|digest|negotiate)$/i

function afterEquals(part: string): string {
  return part.slice(part.indexOf('=') + 1)
}

function inQuery({ search, searchParams }: URL): readonly string[] {
  return [search.slice(1), ...searchParams.values()].filter(isRedactable)
}

/** The texts of an error and its causes, with their stacks. */
function textOf(reason: unknown): string {
  const texts: string[] = []
  for (let cause = reason; cause instanceof Error && texts.length < maxCauses; cause = cause.cause) {
    texts.push(cause.stack ?? cause.message)
  }
  return texts.length === 0 ? String(reason) : texts.join('\n')
}

const maxCauses = 8
