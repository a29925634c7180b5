import { mustBe } from '../../../values/options/check-options.js'
import { parseUrl } from '../../../values/text/parse-url.js'

/** @throws TypeError for what could match no header `Host`, or for a text, of which each part would match. */
export function checkAllowedHosts(hosts: unknown): void {
  if (hosts === 'any') return
  const advice = "a name as in the header Host, such as 'mcp.example.com'"
  checkNames('allowedHosts', hosts, { isName: isHost, advice })
}

/** @throws TypeError for what could match no header `Origin`, or for a text, of which each part would match. */
export function checkAllowedOrigins(origins: unknown): void {
  if (origins === undefined) return
  const advice = "a whole origin, such as 'https://app.example.com'"
  checkNames('allowedOrigins', origins, { isName: isOrigin, advice })
}

interface NameForm {
  readonly isName: (name: string) => boolean
  /** What each must be. */
  readonly advice: string
}

function checkNames(option: string, names: unknown, { isName, advice }: NameForm): void {
  if (!Array.isArray(names)) throw mustBe(option, 'an array', names)
  for (const name of names as readonly unknown[]) {
    if (typeof name !== 'string' || !isName(name)) throw mustBe(`${option}: each`, advice, name)
  }
}

const isHost = (host: string) => /^[^\s/*?#@,]+$/.test(host)

/** What browsers send is lower case, without a path, and without the port that the scheme has anyway. */
function isOrigin(origin: string): boolean {
  if (origin === 'null') return true // files, and frames without an origin
  if (origin.includes('*')) return false
  if (/^https?:/i.test(origin)) return parseUrl(origin)?.origin === origin
  return /^[a-z][a-z\d+.-]*:\/\/[^\s/?#]+$/.test(origin)
}

export class AllowedHosts {
  readonly #names: readonly string[]
  readonly #accepted = new Set<string>()
  readonly #refused = new Set<string>()

  constructor(names: readonly string[]) {
    this.#names = names.map((name) => name.toLowerCase())
  }

  /** Looks an authority up. A name with a port matches exactly that port, and one without a port matches any. */
  has(authority: string): boolean {
    if (this.#accepted.has(authority)) return true
    const given = authority.toLowerCase()
    const isAllowed = this.#names.some((name) => given === name || (!hasPort.test(name) && withoutPort(given) === name))
    if (isAllowed && this.#accepted.size < maxAccepted) this.#accepted.add(authority)
    return isAllowed
  }

  /** True for the first request to an authority that is not allowed, of so many that logs stay short. */
  refuse(authority: string): boolean {
    if (this.#refused.has(authority) || this.#refused.size === maxRefused) return false
    this.#refused.add(authority)
    return true
  }
}

/** The number of spellings of allowed names that are remembered. */
const maxAccepted = 64
const maxRefused = 10
const hasPort = /:\d+$/

function withoutPort(authority: string): string {
  return authority.replace(/:\d{1,5}$/, '')
}
