import { guardedFetch } from '../../../entries/auth.js'
import { parseUrl } from '../../../values/text/parse-url.js'
import { formatLine } from '../../output/format-line.js'
import type { Io } from '../../process/io.js'
import type { UrlTarget } from '../../target/resolved-target.js'
import { describeFailure } from '../../wire/http-wire.js'
import { toRecord } from '../../wire/raw-connection.js'
import { type Finding, note, ok, problem, warning } from '../finding.js'

const area = 'sign-in'

/** What the command sends: credentials as they are, those of a sign-in, or none. */
export type Credentials = 'given' | 'sign-in' | 'none'

/**
 * Looks at who may use the server: what it answers without credentials, the metadata of the resource and of its authorization
 * server, step by step. Nobody is signed in. Metadata that are missing are a problem only for who wants to sign in, or if the
 * server says that they are there. spec: basic/authorization
 */
export async function examineAuthorization(
  { url, headers }: UrlTarget,
  credentials: Credentials,
  io: Pick<Io, 'signal'>,
): Promise<readonly Finding[]> {
  const reply = await askWithout(url, headers, io.signal)
  if (typeof reply === 'string')
    return [problem(area, `HTTP fails: ${reply}`, 'see that an MCP server listens at this URL')]
  const { status, challenge } = reply
  if (status !== 401 && status !== 403)
    return [note(area, `HTTP status ${status} without credentials: none are asked for`)]
  if (challenge !== undefined && !/\b(?:bearer|dpop)\b/i.test(challenge))
    return examineKey(status, challenge, credentials !== 'none')
  if (status === 403 && challenge === undefined) return [refused(reply.says)]
  const host = new URL(url).hostname
  const allowLoopback = /^(localhost$|127\.|\[::1\])/.test(host)
  const documents: Documents = { fetch: guardedFetch({ allowLoopback, allowPrivateNetwork: true }), signal: io.signal }
  const findings: Finding[] = [ok(area, `the server asks for credentials: HTTP status ${status}`)]
  if (challenge === undefined)
    findings.push(
      warning(area, '401 has no header WWW-Authenticate', 'add it with resource_metadata="…": clients look there'),
    )
  const resource = await findResource(url, challenge, documents)
  findings.push(...resource.findings)
  const [issuer] = resource.issuers
  const place = issuer ?? new URL(url).origin
  const authorization = await examineIssuer(place, documents)
  const isPromised = issuer !== undefined || namedMetadata(challenge) !== undefined
  const isOptional = credentials === 'given' || (credentials === 'none' && !isPromised)
  findings.push(...(authorization ?? [missingIssuer(place, isOptional)]))
  if (credentials !== 'none') return findings
  const advice = isOptional && authorization === undefined ? 'give a token with' : 'add --auth to sign in, or'
  return [...findings, problem(area, 'this command has no credentials for it', `${advice} --bearer-env <name>`)]
}

/** True if a header has a name such as those of tokens and keys. */
export function hasCredentialHeader(headers: Readonly<Record<string, string>>): boolean {
  return Object.keys(headers).some((name) => credentialHeader.test(name))
}

/** A server that asks for something else than a token has no authorization server to look at. */
function examineKey(status: number, challenge: string, hasKey: boolean): readonly Finding[] {
  const asked = ok(area, `the server asks for credentials: HTTP status ${status}, ${formatLine(challenge)}`)
  if (hasKey) return [asked]
  return [asked, problem(area, 'this command has no credentials for it', "add them as a header: -H 'X-API-Key: …'")]
}

/** 403 that asks for nothing is no matter of signing in. */
function refused(says: string | undefined): Finding {
  const advice = /\bHost\b/.test(says ?? '')
    ? 'let the server accept this name: the option allowedHosts, or --allowed-host of "omniport serve" and "omniport gateway"'
    : 'see what the server, or a proxy before it, lets in'
  return problem(
    area,
    `requests are refused: HTTP status 403${says === undefined ? '' : `, ${formatLine(says)}`}`,
    advice,
  )
}

interface FirstReply {
  readonly status: number
  readonly challenge: string | undefined
  /** The message of a JSON-RPC error. */
  readonly says: string | undefined
}

async function askWithout(
  url: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<FirstReply | string> {
  const own = withoutCredentials(headers)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: [...own, ['content-type', 'application/json'], ['accept', 'application/json, text/event-stream']],
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      redirect: 'manual',
    })
    const challenge = response.headers.get('www-authenticate') ?? undefined
    return { status: response.status, challenge, says: await errorOf(response) }
  } catch (reason) {
    signal.throwIfAborted()
    return describeFailure(reason)
  }
}

/** A server without a length may go on for ever. */
async function errorOf(response: Response): Promise<string | undefined> {
  const length = Number(response.headers.get('content-length') ?? maxErrorBytes)
  if (length >= maxErrorBytes) {
    await response.body?.cancel()
    return undefined
  }
  const { message } = toRecord(toRecord(await response.json().catch(() => undefined))['error'])
  return typeof message === 'string' ? message : undefined
}

const maxErrorBytes = 4_096

function withoutCredentials(headers: Readonly<Record<string, string>>): [string, string][] {
  return Object.entries(headers).filter(([name]) => !credentialHeader.test(name))
}

const credentialHeader = /^(?:authorization|cookie|proxy-authorization)$|key|token|secret/i

const timeoutMs = 10_000

interface FoundResource {
  readonly issuers: readonly string[]
  readonly findings: readonly Finding[]
}

async function findResource(url: string, challenge: string | undefined, documents: Documents): Promise<FoundResource> {
  const named = namedMetadata(challenge)
  const { origin, pathname } = new URL(url)
  const path = pathname.replace(/\/$/, '')
  const wellKnown = `${origin}/.well-known/oauth-protected-resource`
  const places = named === undefined ? [...new Set([`${wellKnown}${path}`, wellKnown])] : [named]
  for (const place of places) {
    const found = await fetchDocument(place, documents)
    if (typeof found === 'string') continue
    const { resource, authorization_servers: servers } = found
    const issuers = Array.isArray(servers) ? servers.filter((each) => typeof each === 'string') : []
    const findings = [ok(area, `metadata of the resource: ${formatLine(place)}`)]
    if (typeof resource !== 'string' || !url.startsWith(resource.replace(/\/$/, '')))
      findings.push(
        problem(
          area,
          `its resource is ${formatLine(JSON.stringify(resource) ?? 'missing')}`,
          `it must be ${url}, or a part of it from the left`,
        ),
      )
    if (issuers.length === 0)
      findings.push(problem(area, 'it names no authorization_servers', 'add the URL of the issuer of tokens'))
    return { issuers, findings }
  }
  const advice = `serve it at ${wellKnown}${path}, with "resource" and "authorization_servers"`
  return { issuers: [], findings: [warning(area, 'there is no metadata of the resource', advice)] }
}

/** The URL of the metadata of the resource in a challenge. */
function namedMetadata(challenge: string | undefined): string | undefined {
  return /resource_metadata="([^"]+)"/.exec(challenge ?? '')?.[1]
}

/** Undefined if there are no metadata. */
async function examineIssuer(issuer: string, documents: Documents): Promise<readonly Finding[] | undefined> {
  for (const place of metadataUrls(issuer)) {
    const found = await fetchDocument(place, documents)
    if (typeof found !== 'string')
      return [ok(area, `metadata of the authorization server: ${formatLine(place)}`), ...lint(found, issuer)]
  }
  return undefined
}

function missingIssuer(issuer: string, isOptional: boolean): Finding {
  const text = `there is no metadata of the authorization server ${formatLine(issuer)}`
  const advice = 'see that it serves /.well-known/oauth-authorization-server, and that this machine can reach it'
  if (!isOptional) return problem(area, text, advice)
  return warning(area, text, `${advice}; without it only clients that have a token can use the server`)
}

/** spec: basic/authorization/authorization-server-discovery#authorization-server-metadata-discovery */
function metadataUrls(issuer: string): readonly string[] {
  const url = parseUrl(issuer)
  if (url === undefined) return []
  const { origin, pathname } = url
  const path = pathname.replace(/\/$/, '')
  const [oauth, openid] = ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration']
  return [...new Set([`${origin}${oauth}${path}`, `${origin}${openid}${path}`, `${origin}${path}${openid}`])]
}

function lint(document: unknown, issuer: string): readonly Finding[] {
  const metadata = toRecord(document)
  const findings: Finding[] = []
  if (String(metadata['issuer']).replace(/\/$/, '') !== issuer.replace(/\/$/, ''))
    findings.push(problem(area, `its issuer is ${formatLine(String(metadata['issuer']))}`, `it must be ${issuer}`))
  for (const name of ['authorization_endpoint', 'token_endpoint']) {
    if (typeof metadata[name] !== 'string')
      findings.push(problem(area, `it has no ${name}`, 'add it: nobody can sign in'))
  }
  const methods = metadata['code_challenge_methods_supported']
  if (!Array.isArray(methods) || !methods.includes('S256'))
    findings.push(
      problem(
        area,
        'it does not say that it has PKCE',
        'add "code_challenge_methods_supported": ["S256"]; clients refuse to go on without',
      ),
    )
  const canRegister = metadata['registration_endpoint'] !== undefined
  const hasDocuments = metadata['client_id_metadata_document_supported'] === true
  if (!canRegister && !hasDocuments)
    findings.push(
      warning(
        area,
        'clients cannot register themselves there',
        'put the "clientId" of a registered client into the config entry',
      ),
    )
  else
    findings.push(
      ok(area, `clients register ${hasDocuments ? 'by a metadata document' : 'at the registration_endpoint'}`),
    )
  return findings
}

interface Documents {
  readonly fetch: typeof fetch
  readonly signal: AbortSignal
}

/** A JSON object from a URL, or why there is none. */
async function fetchDocument(
  url: string,
  { fetch, signal }: Documents,
): Promise<Readonly<Record<string, unknown>> | string> {
  try {
    const response = await fetch(url, { signal, headers: { accept: 'application/json' } })
    if (!response.ok) return `HTTP status ${response.status}`
    return toRecord(await response.json())
  } catch (reason) {
    signal.throwIfAborted()
    return reason instanceof Error ? reason.message : String(reason)
  }
}
