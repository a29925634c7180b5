import { parseUrl } from '#core/http'
/** The parameters of a challenge that the flow needs. */
export interface ChallengeParams {
  resourceMetadataUrl?: URL
  scope?: string
  error?: string
}

/** Reads `resource_metadata`, `scope` and `error` of a response's `WWW-Authenticate: Bearer`. An invalid address is left out. */
export function extractWWWAuthenticateParams(res: Response): ChallengeParams {
  const header = bearerChallenge(res)
  if (header === undefined) return {}
  // Members that are absent are there with undefined: programs compare the whole object.
  return {
    resourceMetadataUrl: toUrl(readParam(header, 'resource_metadata')),
    scope: readParam(header, 'scope'),
    error: readParam(header, 'error'),
  } as ChallengeParams
}

/**
 * Reads `resource_metadata` of a response's `WWW-Authenticate: Bearer`.
 * @deprecated Use `extractWWWAuthenticateParams`.
 */
export function extractResourceMetadataUrl(res: Response): URL | undefined {
  const header = bearerChallenge(res)
  const value = header && /resource_metadata="([^"]*)"/.exec(header)?.[1]
  return toUrl(value)
}

/** The header, if it begins with the scheme `Bearer` and has parameters. */
function bearerChallenge(res: Response): string | undefined {
  const header = res.headers.get('WWW-Authenticate')
  if (!header) return undefined
  const [scheme = '', rest] = header.split(' ', 2)
  return scheme.toLowerCase() === 'bearer' && rest ? header : undefined
}

/** The value of a parameter, quoted or bare. */
function readParam(header: string, name: string): string | undefined {
  const [, quoted, bare] = new RegExp(`${name}=(?:"([^"]+)"|([^\\s,]+))`).exec(header) ?? []
  return quoted || bare || undefined
}

function toUrl(value: string | undefined): URL | undefined {
  return value !== undefined ? parseUrl(value) : undefined
}
