import type { Logger } from '../../../../async/runtime/logger.js'
import { randomId } from '../../../../async/runtime/random-id.js'
import type { Runtime } from '../../../../async/runtime/runtime.js'
import type { Inbox } from '../../../../store/inbox.js'
import { toHex } from '../../../../values/text/to-hex.js'

export interface RequestIdsOptions {
  readonly runtime: Runtime
  readonly logger: Logger
  /** New ids use the first. Ids of all of them are accepted. */
  readonly secrets: readonly string[] | undefined
  /** Holds responses that nodes leave each other. */
  readonly inbox: Inbox | undefined
}

/**
 * Ids of requests to clients. They have 128 random bits and, if nodes share an inbox and secrets, an HMAC-SHA-256 of those
 * bits and the session. Every node can check from it which session was asked, so that no client can fill the inbox with
 * responses to requests that were never sent.
 */
export class RequestIds {
  /** Undefined without secrets too: no id could be checked. */
  readonly inbox: Inbox | undefined
  readonly #options: RequestIdsOptions
  #keys: Promise<readonly CryptoKey[]> | undefined
  #isWarned = false

  constructor(options: RequestIdsOptions) {
    const { inbox, secrets = [] } = options
    this.#options = options
    this.inbox = secrets.length > 0 ? inbox : undefined
  }

  async create(session: string): Promise<string> {
    const nonce = randomId(this.#options.runtime, nonceBytes)
    const [key] = await this.#open()
    if (key === undefined) return nonce
    return nonce + toHex(new Uint8Array(await crypto.subtle.sign('HMAC', key, signed(nonce, session))))
  }

  /** Checks that some node sent `session` a request with this id. */
  async isProven(session: string, id: string): Promise<boolean> {
    if (!/^[0-9a-f]{96}$/.test(id)) return false
    const nonce = id.slice(0, 2 * nonceBytes)
    const proof = fromHex(id.slice(nonce.length))
    for (const key of await this.#open()) {
      if (await crypto.subtle.verify('HMAC', key, proof, signed(nonce, session))) return true
    }
    return false
  }

  /** Resolves with no keys if there is no inbox. */
  #open(): Promise<readonly CryptoKey[]> {
    const { secrets = [] } = this.#options
    if (this.inbox === undefined) this.#warn()
    this.#keys ??= Promise.all((this.inbox === undefined ? [] : secrets).map(toKey))
    return this.#keys
  }

  #warn(): void {
    const { inbox, logger } = this.#options
    if (inbox === undefined || this.#isWarned) return
    this.#isWarned = true
    logger.warn(
      'Answers that reach another node are lost: an inbox needs the option secrets: ["…"], the same on all nodes',
    )
  }
}

const nonceBytes = 16
const encoder = new TextEncoder()

function signed(nonce: string, session: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(`${nonce} ${session}`)
}

async function toKey(secret: string): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', encoder.encode(secret), 'HKDF', false, ['deriveKey'])
  const params = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: encoder.encode('omniport question') }
  const wanted = { name: 'HMAC', hash: 'SHA-256', length: 256 }
  return crypto.subtle.deriveKey(params, material, wanted, false, ['sign', 'verify'])
}

function fromHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
}
