import type { Challenge } from './challenge.js'

/**
 * Parses a header `WWW-Authenticate`, or several that were joined with commas. Missing commas and unquoted URLs are accepted.
 * Everything after a syntax error is ignored; so is a header beyond 16 KiB.
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
/** A name, and a value in quotes or bare. Values do not begin with `=`, which ends a `token68`. */
const paramPattern = /([!#$%&'*+.^_`|~\w-]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s,"=][^\s,"]*))/sy
const schemePattern = /([!#$%&'*+.^_`|~\w-]+)(?=[\s,]|$)(?:[ \t]+([\w.~+/-]+=*)(?=[ \t]*(?:,|$)))?/y

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at
  return pattern.exec(text) ?? undefined
}

function openChallenge([, scheme = '', token68]: RegExpExecArray): OpenChallenge {
  return { scheme: scheme.toLowerCase(), ...(token68 !== undefined && { token68 }), params: new Map() }
}

/** Adds a parameter unless there is one of this name. Returns false if there is no challenge to add it to. */
function addParam(challenge: OpenChallenge | undefined, [, name = '', quoted, bare = '']: RegExpExecArray): boolean {
  const key = name.toLowerCase()
  if (challenge?.params.has(key) === false) challenge.params.set(key, quoted?.replace(/\\(.)/gs, '$1') ?? bare)
  return challenge !== undefined
}

/** True for a server that asks for a key in a header of its own, and for nothing else: no token takes its place. */
export function asksForKey(header: string | undefined): boolean {
  const challenges = parseChallenges(header ?? '')
  return challenges.length > 0 && challenges.every(({ scheme }) => scheme === 'apikey')
}

/**
 * Finds the challenge that requests a token: in the scheme `preferred`, else in the other. The address of the metadata and the
 * scopes are taken from either, since they do not depend on the scheme.
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
