import { parseUrl } from '../../../values/text/parse-url.js'
import { isLoopbackHost } from '../../ssrf-guard/is-loopback-host.js'
import type { AuthOptions } from '../auth-options.js'
import type { AuthServices } from '../auth-services.js'
import type { GrantOptions } from '../grant-options.js'

/** @throws TypeError that names the invalid option, or the options that exclude each other. */
export function checkAuthOptions(services: Pick<AuthServices, 'options' | 'browser'>): void {
  const { options } = services
  checkClient(options)
  const { grant = 'authorization_code', personMs } = options
  if (personMs !== undefined && !(personMs > 0)) throw new TypeError('auth.personMs must be more than 0')
  const type = typeof grant === 'string' ? grant : grant.type
  const check = checks.get(type)
  if (check === undefined)
    throw new TypeError(`auth.grant must be one of ${[...checks.keys()].join(', ')}; got ${type}`)
  check(services, grant)
}

type Check = (services: Pick<AuthServices, 'options' | 'browser'>, grant: GrantOptions) => void

const checks = new Map<string, Check>([
  ['authorization_code', (services) => checkAuthorizationCode(services)],
  [
    'client_credentials',
    ({ options }) => {
      if (options.clientId === undefined) throw new TypeError('auth.grant client_credentials needs auth.clientId')
      if (options.clientSecret === undefined && options.privateKey === undefined) {
        throw new TypeError('auth.grant client_credentials needs auth.clientSecret or auth.privateKey')
      }
    },
  ],
  ['enterprise', ({ options }, grant) => checkEnterprise(options, grant)],
  [
    'jwt-bearer',
    (_, grant) => {
      if (typeof grant === 'object' && grant.type === 'jwt-bearer' && typeof grant.assertion === 'function') return
      throw new TypeError('auth.grant.assertion must be a function')
    },
  ],
  ['token-exchange', ({ options }, grant) => checkTokenExchange(options, grant)],
])

function checkClient(options: AuthOptions): void {
  const { clientId, clientSecret, clientMetadataUrl, privateKey, issuer } = options
  if (clientId === '') throw new TypeError('auth.clientId must not be empty')
  if (clientSecret === '') throw new TypeError('auth.clientSecret must not be empty')
  if (clientSecret !== undefined && clientId === undefined) throw new TypeError('auth.clientSecret needs auth.clientId')
  if (issuer !== undefined && clientId === undefined) throw new TypeError('auth.issuer needs auth.clientId')
  if (clientSecret !== undefined && privateKey !== undefined) {
    throw new TypeError('auth.clientSecret and auth.privateKey exclude each other')
  }
  if (privateKey !== undefined && clientId === undefined && clientMetadataUrl === undefined) {
    throw new TypeError('auth.privateKey needs auth.clientId or auth.clientMetadataUrl')
  }
  if (clientMetadataUrl !== undefined && !isMetadataUrl(clientMetadataUrl)) {
    throw new TypeError(
      'auth.clientMetadataUrl must be an https: URL with a path, and without a fragment or credentials',
    )
  }
}

/** spec: draft-ietf-oauth-client-id-metadata-document-00 section 3 */
function isMetadataUrl(text: string): boolean {
  const url = parseUrl(text)
  if (url === undefined || !text.startsWith('https://') || /#|\/\.{1,2}(?:[/?]|$)/.test(text)) return false
  const { pathname, username, password } = url
  return pathname !== '/' && username === '' && password === ''
}

function checkAuthorizationCode({ options, browser }: Pick<AuthServices, 'options' | 'browser'>): void {
  const { redirectUrl, redirected, open } = options
  if (redirectUrl !== undefined && redirected === undefined)
    throw new TypeError('auth.redirectUrl needs auth.redirected')
  if (redirected !== undefined && redirectUrl === undefined)
    throw new TypeError('auth.redirected needs auth.redirectUrl')
  if (redirectUrl !== undefined && (!isSecureUrl(redirectUrl) || redirectUrl.includes('#'))) {
    throw new TypeError('auth.redirectUrl must be an https: URL without a fragment, or an http: one on loopback')
  }
  if (browser !== undefined) return
  if (redirectUrl === undefined) throw new TypeError('auth.redirectUrl and auth.redirected are needed on this platform')
  if (open === undefined) throw new TypeError('auth.open is needed on this platform')
}

function checkEnterprise({ clientId, clientMetadataUrl }: AuthOptions, grant: GrantOptions): void {
  if (typeof grant !== 'object' || grant.type !== 'enterprise') throw new TypeError('auth.grant must be an object')
  if (clientId === undefined && clientMetadataUrl === undefined) {
    throw new TypeError('auth.grant enterprise needs auth.clientId, or auth.clientMetadataUrl')
  }
  if (typeof grant.tokenEndpoint !== 'string' || !isSecureUrl(grant.tokenEndpoint)) {
    throw new TypeError('auth.grant.tokenEndpoint must be an https: URL')
  }
  if (typeof grant.clientId !== 'string' || grant.clientId === '')
    throw new TypeError('auth.grant.clientId must be a string that is not empty')
  checkSubjectToken(grant.subjectToken)
}

/**
 * Without `issuer` an MCP server could name the authorization server that gets the token of the caller. With it, that there is a
 * client has been checked.
 */
function checkTokenExchange({ issuer }: AuthOptions, grant: GrantOptions): void {
  if (typeof grant !== 'object' || grant.type !== 'token-exchange') throw new TypeError('auth.grant must be an object')
  if (issuer === undefined) throw new TypeError('auth.grant token-exchange needs auth.clientId and auth.issuer')
  checkSubjectToken(grant.subjectToken)
}

function checkSubjectToken(subjectToken: unknown): void {
  if (typeof subjectToken === 'function' || (typeof subjectToken === 'string' && subjectToken !== '')) return
  throw new TypeError('auth.grant.subjectToken must be a function, or a string that is not empty')
}

/** True for `https:`, and for `http:` on this machine. */
function isSecureUrl(text: string): boolean {
  const url = parseUrl(text)
  if (url === undefined) return false
  const { protocol, hostname } = url
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname))
}
