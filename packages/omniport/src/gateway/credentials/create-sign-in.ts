import { onAbort } from '../../async/abort/on-abort.js'
import type { AuthStore } from '../../auth/auth-store.js'
import type { AuthOptions } from '../../auth/client/auth-options.js'
import { createMemoryAuthStore } from '../../auth/memory-auth-store.js'
import type { Principal } from '../../protocol/exchange/peer.js'
import { functionValue, objectValue, stringValue } from '../../protocol/options/option-checks.js'
import { BoundedMap } from '../../values/maps/bounded-map.js'
import { type Check, checkOptions, mustBe, type OptionChecks, required } from '../../values/options/check-options.js'
import type { PersonCredentials } from './upstream-person.js'

/** Options of `createSignIn`. */
export interface SignInOptions {
  /** Where authorization servers send people back to: `https:`, or `http:` on loopback. `callback` answers there. */
  readonly redirectUrl: string
  /**
   * Tells if the one who comes back is the caller who was asked, such as by the cookie of a website that both use. **The risk** of
   * `unverified`: a caller who sends their link to another person gets the rights of that person at the upstream. Use it only
   * where all callers are one person.
   *
   * spec: client/elicitation#phishing
   */
  readonly verify: ((request: Request, principal: Principal) => boolean | Promise<boolean>) | 'unverified'
  /** Stores the tokens of one caller. Default: in memory, of the 1,000 callers that were seen last. */
  readonly store?: ((principal: Principal) => AuthStore) | undefined
  /** The client at the authorization servers. Default: it is registered where that is possible. */
  readonly auth?:
    | Pick<
        AuthOptions,
        | 'clientId'
        | 'clientSecret'
        | 'issuer'
        | 'privateKey'
        | 'clientMetadataUrl'
        | 'clientName'
        | 'scopes'
        | 'dpop'
        | 'personMs'
        | 'allowPrivateNetwork'
      >
    | undefined
}

/** The sign-in of callers at upstreams. */
export interface SignIn {
  /** Give it to each upstream where people sign in: `{ target, credentials: signIn.credentials }`. */
  readonly credentials: PersonCredentials
  readonly redirectUrl: string
  /** Answers a request to `redirectUrl`, by a page that says how it went. */
  callback(request: Request): Promise<Response>
}

/**
 * Lets each caller of a gateway sign in at its upstreams by OAuth. While they have not, an upstream offers one tool, `sign_in`. It, and
 * every other call, asks them by URL elicitation to open the authorization server, and goes on when they come back.
 *
 * @throws TypeError naming an option that cannot be used.
 *
 * spec: client/elicitation#url-mode-with-oauth
 */
export function createSignIn(options: SignInOptions): SignIn {
  const { redirectUrl, verify, store = createStores(), auth } = checkOptions('createSignIn', options, checks)
  const waiting = new Map<string, Waiting>()
  return {
    redirectUrl,
    credentials: (person) => ({
      ...auth,
      redirectUrl,
      store: store(person.principal),
      open: (url) => person.openUrl(url),
      redirected: ({ state, signal }) =>
        new Promise((resolve, reject) => {
          signal.throwIfAborted()
          const stop = onAbort(signal, () => {
            waiting.delete(state)
            reject(signal.reason)
          })
          const finish = (url: string) => {
            stop()
            waiting.delete(state)
            resolve(url)
          }
          waiting.set(state, { principal: person.principal, finish })
        }),
    }),
    async callback(request) {
      const { pathname, search, searchParams } = new URL(request.url)
      if (request.method !== 'GET' || pathname !== new URL(redirectUrl).pathname)
        return page(404, 'There is no such page.')
      const found = waiting.get(searchParams.get('state') ?? '')
      if (found === undefined) return page(400, 'This sign-in is over, or was never begun. Start it again.')
      const isSame = verify === 'unverified' || (await verify(request, found.principal)) === true
      if (!isSame)
        return page(403, 'Another person was asked to sign in here. If it was you, sign in to this site first.')
      // The address that the request came to need not be the public one.
      const { origin } = new URL(redirectUrl)
      found.finish(`${origin}${pathname}${search}`)
      return page(200, 'You can close this page and go back.')
    },
  }
}

interface Waiting {
  readonly principal: Principal
  /** Goes on with the URL that the person was sent back to. */
  finish(url: string): void
}

const verification: Check = (path, value) => {
  if (typeof value !== 'function' && value !== 'unverified') throw mustBe(path, "a function or 'unverified'", value)
}

const checks: OptionChecks<SignInOptions> = {
  redirectUrl: required(stringValue),
  verify: required(verification),
  store: functionValue,
  auth: objectValue,
}

function createStores(): (principal: Principal) => AuthStore {
  const stores = new BoundedMap<AuthStore>({ maxSize: maxStores })
  return ({ id }) => {
    const store = stores.get(id) ?? createMemoryAuthStore()
    stores.set(id, store)
    return store
  }
}

const maxStores = 1_000

/** Nothing of the request stands in the page. */
function page(status: number, text: string): Response {
  const title = status === 200 ? 'Signed in' : 'Not signed in'
  const html = `<!doctype html><meta charset="utf-8"><title>${title}</title><h1>${title}</h1><p>${text}</p>`
  return new Response(html, { status, headers })
}

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
}
