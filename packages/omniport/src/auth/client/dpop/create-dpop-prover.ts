import { SignJWT } from 'jose'
import { DPoP, type DPoPHandle, modifyAssertion } from 'oauth4webapi'
import { randomId } from '../../../async/runtime/random-id.js'
import { sha256Base64Url } from '../../sha256-base64url.js'
import type { AuthServices } from '../auth-services.js'
import type { DpopProver } from './dpop-prover.js'
import { type DpopKeys, loadDpopKeys } from './load-dpop-keys.js'

/**
 * Creates a prover. Its key is created when first needed and stored, so that bound tokens stay valid after a restart.
 *
 * spec: RFC 9449#section-4.2
 */
export function createDpopProver(services: Pick<AuthServices, 'store' | 'runtime' | 'serverUrl'>): DpopProver {
  const { runtime } = services
  const nonces = new Map<string, string>()
  let pendingState: Promise<ProverState> | undefined
  const loadState = () => {
    pendingState ??= createState(services).catch((reason) => {
      pendingState = undefined
      throw reason
    })
    return pendingState
  }
  return {
    async handle() {
      return (await loadState()).handle
    },
    async proof({ method, url }, accessToken) {
      const { keys } = await loadState()
      const { origin, pathname } = new URL(url)
      const nonce = nonces.get(origin)
      const claims = {
        htm: method,
        htu: `${origin}${pathname}`,
        iat: Math.floor(runtime.now() / 1000),
        jti: randomId(runtime, 16),
        ath: await sha256Base64Url(accessToken),
        ...(nonce === undefined ? {} : { nonce }),
      }
      const header = { alg: 'ES256', typ: 'dpop+jwt', jwk: keys.publicJwk }
      return new SignJWT(claims).setProtectedHeader(header).sign(keys.pair.privateKey)
    },
    noteNonce(url, nonce) {
      if (!isNonce(nonce)) return
      const { origin } = new URL(url)
      nonces.delete(origin)
      nonces.set(origin, nonce)
      const [oldest] = nonces.keys()
      if (nonces.size > maxNonces && oldest !== undefined) nonces.delete(oldest)
    },
  }
}

const maxNonces = 32
const maxNonceLength = 1024

interface ProverState {
  readonly keys: DpopKeys
  readonly handle: DPoPHandle
}

async function createState(services: Pick<AuthServices, 'store' | 'runtime' | 'serverUrl'>): Promise<ProverState> {
  const { runtime } = services
  const keys = await loadDpopKeys(services)
  const handle = DPoP({}, keys.pair, {
    [modifyAssertion](_, claims) {
      claims['iat'] = Math.floor(runtime.now() / 1000)
      claims['jti'] = randomId(runtime, 16)
    },
  })
  return { keys, handle }
}

/** spec: RFC 9449#section-8.1 */
function isNonce(text: string): boolean {
  return text.length <= maxNonceLength && /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(text)
}
