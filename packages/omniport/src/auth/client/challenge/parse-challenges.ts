import type { Challenge } from './challenge.js'

/**
 * The challenges of a header `WWW-Authenticate`, or of several that were joined with commas. Missing commas and bare URLs as
 * values are let through. What follows something that cannot be read is left out; of a header beyond 16 KiB, all of it.
 *
 * spec: RFC 9110 section 11.6.1
 */
export function parseChallenges(header: string): readonly Challenge[] {
  if (header.length > maxLength) return []
  const challenges: OpenChallenge[] = []
  let at = 0
  for (;;) {
    at += matchAt(separators, header, at)?.[0].length ?? 0
    const param = matchAt(paramPattern, header, at)
    const scheme = param === undefined ? matchAt(schemePattern, header, at) : undefined
    const read = param ?? scheme
    if (read === undefined) return challenges
    at += read[0].length
    if (scheme !== undefined) challenges.push(openChallenge(scheme))
    else if (!addParam(challenges.at(-1), read)) return challenges
  }
}

interface OpenChallenge extends Challenge {
  readonly params: Map<string, string>
}

const maxLength = 16_384

const separators = /[\s,]+/y
/** A name, and a value in quotes or bare; no value begins with `=`, which is the end of a `token68`. */
const paramPattern = /([!#$%&'*+.^_`|~\w-]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s,"=][^\s,"]*))/sy
const schemePattern = /([!#$%&'*+.^_`|~\w-]+)(?=[\s,]|$)(?:[ \t]+([\w.~+/-]+=*)(?=[ \t]*(?:,|$)))?/y

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at
  return pattern.exec(text) ?? undefined
}

function openChallenge([, scheme = '', token68]: RegExpExecArray): OpenChallenge {
  return { scheme: scheme.toLowerCase(), ...(token68 !== undefined && { token68 }), params: new Map() }
}

/** A parameter may occur once: the first counts. False: there is no scheme that it belongs to. */
function addParam(challenge: OpenChallenge | undefined, [, name = '', quoted, bare = '']: RegExpExecArray): boolean {
  const key = name.toLowerCase()
  if (challenge?.params.has(key) === false) challenge.params.set(key, quoted?.replace(/\\(.)/gs, '$1') ?? bare)
  return challenge !== undefined
}

/**
 * The challenge that asks for a token: the one in the scheme `preferred`, else the one in the other scheme. Where to look and
 * which scopes to ask for may stand in either, since they do not depend on the scheme. Undefined: no token is asked for.
 *
 * spec: basic/authorization/authorization-server-discovery#protected-resource-metadata-discovery-requirements
 */
export function findChallenge(header: string | undefined, preferred: 'bearer' | 'dpop'): Challenge | undefined {
  if (header === undefined) return undefined
  const challenges = parseChallenges(header)
  const first = challenges.find(({ scheme }) => scheme === preferred)
  const other = challenges.find(({ scheme }) => scheme !== preferred && tokenSchemes.has(scheme))
  const chosen = first ?? other
  if (chosen === undefined || other === undefined) return chosen
  const shared = [...other.params].filter(([name]) => sharedParams.has(name))
  return { ...chosen, params: new Map([...shared, ...chosen.params]) }
}

const tokenSchemes = new Set(['bearer', 'dpop'])
const sharedParams = new Set(['resource_metadata', 'scope'])
