import { calculateJwkThumbprint, EmbeddedJWK, type JWK, jwtVerify } from 'jose'
import type { Clock } from '../../../async/runtime/clock.js'
import type { AuthRequest, Denied } from '../../../transport/http/auth/authenticate.js'
import { parseUrl } from '../../../values/text/parse-url.js'
import { sha256Base64Url } from '../../sha256-base64url.js'
import { headerOf } from '../read-credentials.js'
import { UsedProofs } from './used-proofs.js'

/** The accepted signing algorithms. */
export const dpopAlgorithms: readonly string[] = ['ES256', 'ES384', 'ES512', 'PS256', 'RS256', 'EdDSA', 'Ed25519']

export interface DpopOptions {
  readonly runtime: Clock
  /** The tolerated difference between clocks. */
  readonly toleranceSeconds: number
  /** The URL that clients use; behind a proxy it may differ from that of the request. */
  readonly resource: string
}

/** A token and the thumbprint of its key. */
export interface BoundToken {
  readonly token: string
  readonly boundTo: string
}

const maxAgeSeconds = 60

const longestProof = 8_192

/**
 * Checks that the sender of a token has the key it is bound to. Each proof is valid for one request, once.
 *
 * spec: RFC 9449#section-4.3
 */
export class DpopProofs {
  readonly #options: DpopOptions
  readonly #used: UsedProofs

  constructor(options: DpopOptions) {
    this.#options = options
    this.#used = new UsedProofs(options.runtime, (maxAgeSeconds + 2 * options.toleranceSeconds) * 1_000)
  }

  /** Returns why the request is denied, or undefined. Rejects with OmniportError `limit` if too many proofs are remembered. */
  async check(request: AuthRequest, { token, boundTo }: BoundToken): Promise<Denied | undefined> {
    const proof = headerOf(request, 'dpop')
    if (proof === undefined) return refuse('the DPoP proof is missing')
    if (proof.length > longestProof) return refuse('the proof is too long')
    const found = await this.#verify(proof)
    if (found === undefined) return refuse('the proof is not valid')
    const { jwk, claims } = found
    const { htm, htu, ath, jti, iat } = claims
    if ((await calculateJwkThumbprint(jwk)) !== boundTo) return refuse('the proof is signed with another key')
    if (htm !== request.method || !this.#isForThisServer(htu, request))
      return refuse('the proof is for another request')
    if (ath !== (await sha256Base64Url(token))) return refuse('the proof is for another token')
    if (!this.#isFresh(iat)) return refuse('the proof is too old, or from the future')
    if (typeof jti !== 'string' || jti === '' || jti.length > 256) return refuse('the proof has no jti')
    return this.#used.add(boundTo, jti) ? undefined : refuse('the proof was used before')
  }

  async #verify(proof: string): Promise<{ readonly jwk: JWK; readonly claims: Record<string, unknown> } | undefined> {
    try {
      const algorithms = [...dpopAlgorithms]
      const currentDate = new Date(this.#options.runtime.now())
      const options = { algorithms, typ: 'dpop+jwt', currentDate, clockTolerance: this.#options.toleranceSeconds }
      const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, options)
      return protectedHeader.jwk && { jwk: protectedHeader.jwk, claims: payload }
    } catch {
      return undefined
    }
  }

  /** Compares the URL without query and fragment. spec: RFC 9449#section-4.3 */
  #isForThisServer(htu: unknown, { url }: AuthRequest): boolean {
    const claimed = typeof htu === 'string' ? parseUrl(htu) : undefined
    const actual = url === undefined ? undefined : parseUrl(url)
    if (claimed === undefined || actual === undefined) return false
    return claimed.pathname === actual.pathname && claimed.origin === new URL(this.#options.resource).origin
  }

  #isFresh(iat: unknown): boolean {
    const { runtime, toleranceSeconds } = this.#options
    if (typeof iat !== 'number') return false
    const age = runtime.now() / 1_000 - iat
    return age >= -toleranceSeconds && age <= maxAgeSeconds + toleranceSeconds
  }
}

function refuse(description: string): Denied {
  return { denied: 'proof', description }
}
