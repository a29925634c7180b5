const version = 'v1'
const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** The purpose of a sealed text: a text of one purpose does not open as one of another. */
export type SealPurpose = 'session' | 'state' | 'parked' | 'upstream'

/**
 * Seals JSON values: without a secret nobody can read or forge them. AES-256-GCM encrypts each text under its own key, derived
 * by HKDF-SHA-256 from the secret, a random salt and the purpose. The text is `v1.kid.salt.ciphertext`, each part in base64url,
 * with only characters that headers and URLs allow. It is bound to the name of the service: another service with the same
 * secrets cannot open it.
 */
export class Sealer {
  readonly #secrets: readonly string[]
  readonly #service: string
  #masters: Promise<readonly MasterKey[]> | undefined

  /** The first secret seals, all of them open. Each has at least 32 bytes. */
  constructor(secrets: readonly string[], service: string) {
    this.#secrets = secrets
    this.#service = service
  }

  async seal(purpose: SealPurpose, value: unknown): Promise<string> {
    const [master] = await this.#loadMasters()
    if (master === undefined) throw new TypeError('secrets must hold at least one')
    const { kid } = master
    const salt = crypto.getRandomValues(new Uint8Array(16))
    const key = await deriveKey(master, salt, purpose)
    const plain = encoder.encode(JSON.stringify(value))
    const params = this.#cipherParams(purpose, kid)
    const cipher = new Uint8Array(await crypto.subtle.encrypt(params, key, plain))
    return `${version}.${kid}.${toBase64Url(salt)}.${toBase64Url(cipher)}`
  }

  /** Undefined: it was not sealed here, by another service, not for this purpose, or was changed. */
  async open(purpose: SealPurpose, text: string): Promise<unknown> {
    const [v, kid, salt, cipher, ...rest] = text.split('.')
    if (v !== version || kid === undefined || salt === undefined || cipher === undefined || rest.length > 0)
      return undefined
    const master = (await this.#loadMasters()).find((candidate) => candidate.kid === kid)
    if (master === undefined) return undefined
    return this.#decrypt(master, purpose, { salt, cipher }).catch(() => undefined)
  }

  /** Tells if a text looks sealed by a secret that is not one of these. */
  async isForeign(text: string): Promise<boolean> {
    const [v, kid, ...rest] = text.split('.')
    if (v !== version || rest.length !== 2) return false
    return !(await this.#loadMasters()).some((candidate) => candidate.kid === kid)
  }

  async #decrypt(master: MasterKey, purpose: SealPurpose, { salt, cipher }: SealedParts): Promise<unknown> {
    const key = await deriveKey(master, fromBase64Url(salt), purpose)
    const params = this.#cipherParams(purpose, master.kid)
    return JSON.parse(decoder.decode(await crypto.subtle.decrypt(params, key, fromBase64Url(cipher))))
  }

  /** A key is used for one text only, so the same initialisation vector is never used twice with it. */
  #cipherParams(purpose: SealPurpose, kid: string) {
    const additionalData = encoder.encode(`${version} ${purpose} ${kid} ${this.#service}`)
    return { name: 'AES-GCM', iv: new Uint8Array(12), additionalData }
  }

  #loadMasters(): Promise<readonly MasterKey[]> {
    this.#masters ??= Promise.all(this.#secrets.map(toMasterKey))
    return this.#masters
  }
}

/** What was encrypted, and the salt of its key. */
interface SealedParts {
  readonly salt: string
  readonly cipher: string
}

/** A secret as the key of other keys. */
interface MasterKey {
  /** Identifies the secret and reveals nothing about it. */
  readonly kid: string
  readonly material: CryptoKey
}

async function toMasterKey(secret: string): Promise<MasterKey> {
  const digest = await crypto.subtle.digest('SHA-256', encoder.encode(`omniport kid ${secret}`))
  const material = await crypto.subtle.importKey('raw', encoder.encode(secret), 'HKDF', false, ['deriveKey'])
  return { kid: toBase64Url(new Uint8Array(digest).subarray(0, 6)), material }
}

/** A secret for this process alone. */
export function createSecret(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(32)))
}

function deriveKey({ material }: MasterKey, salt: Uint8Array<ArrayBuffer>, purpose: SealPurpose): Promise<CryptoKey> {
  const params = { name: 'HKDF', hash: 'SHA-256', salt, info: encoder.encode(`omniport ${purpose}`) }
  return crypto.subtle.deriveKey(params, material, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}

function toBase64Url(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** @throws TypeError when `toBase64Url` would not give this text: `atob` takes several for the same bytes. */
function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
  if (toBase64Url(bytes) !== text) throw new TypeError()
  return bytes
}
