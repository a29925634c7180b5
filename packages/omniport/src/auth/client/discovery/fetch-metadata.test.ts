import { describe, expect, test } from 'vitest'
import { newestRevision } from '../../../protocol/revisions/revision.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { canonicalResource } from './canonical-resource.js'
import { fetchMetadata } from './fetch-metadata.js'

const url = new URL('https://as.example/.well-known/oauth-authorization-server?key=secret')
const never = new AbortController().signal

/** What comes of this reply, and the requests for it. */
async function fetchFrom(answer: () => Response | Promise<Response>, signal = never) {
  const requests: unknown[] = []
  const fetch: typeof globalThis.fetch = async (...given) => {
    requests.push(given)
    return answer()
  }
  return { result: await fetchMetadata(url, { fetch }, signal), requests }
}

const resultOf = async (body: BodyInit | null, status = 200) =>
  (await fetchFrom(() => new Response(body, { status }))).result

describe('metadata', () => {
  test('is a JSON object, asked for with the revision', async () => {
    const { result, requests } = await fetchFrom(() => new Response('{"issuer":"a"}'))
    expect(result).toEqual({ kind: 'document', document: { issuer: 'a' } })
    const headers = { accept: 'application/json', 'mcp-protocol-version': newestRevision }
    expect(requests).toEqual([[url.href, { headers, signal: never }]])
  })

  test.each([
    ['a list', '[]'],
    ['a text', '"a"'],
    ['null', 'null'],
    ['no JSON', '<!doctype html>'],
    ['nothing', ''],
  ])('is broken where it is %s', async (_name, body) => {
    expect(await resultOf(body)).toEqual({ kind: 'broken', reason: 'it is not a JSON object' })
  })

  test('nests 16 deep at most', async () => {
    const nested = (depth: number) => `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`
    expect(await resultOf(nested(16))).toMatchObject({ kind: 'document' })
    expect(await resultOf(nested(17))).toEqual({ kind: 'broken', reason: 'it nests deeper than 16' })
  })

  test('has 256 KiB at most', async () => {
    const sized = (length: number) => `{"a":"${'x'.repeat(length - 8)}"}`
    expect(await resultOf(sized(262_144))).toMatchObject({ kind: 'document' })
    await expect(resultOf(sized(262_145))).rejects.toMatchObject({
      code: 'unauthorized',
      message:
        'the metadata at https://as.example/.well-known/oauth-authorization-server could not be fetched: the reply has more than 262144 bytes',
    })
  })

  test.each([400, 401, 404, 499])('is not there with the status %i', async (status) => {
    expect(await resultOf('{}', status)).toEqual({ kind: 'none', reason: `HTTP status ${status}` })
  })

  test.each([201, 204, 302, 399])('is broken with the status %i', async (status) => {
    expect(await resultOf(null, status)).toEqual({ kind: 'broken', reason: `HTTP status ${status}` })
  })

  test.each([408, 425, 429, 500, 503])('cannot be had now with the status %i', async (status) => {
    const cause = new OmniportError('unreachable', `HTTP status ${status}`)
    expect(await resultOf('{}', status)).toEqual({ kind: 'broken', reason: `HTTP status ${status}`, cause })
  })

  test('that is refused is not read', async () => {
    let isCancelled = false
    const body = new ReadableStream({
      cancel: () => {
        isCancelled = true
      },
    })
    await resultOf(body, 404)
    expect(isCancelled).toBe(true)
  })
})

describe('metadata that cannot be fetched', () => {
  const text = 'the metadata at https://as.example/.well-known/oauth-authorization-server could not be fetched'

  test.each<[string, unknown, string, string]>([
    ['by the network', new TypeError('fetch failed'), 'unreachable', 'it cannot be reached'],
    ['in time', new OmniportError('timeout', 'no answer within 10 s'), 'timeout', 'no answer within 10 s'],
    ['by rule', new OmniportError('unauthorized', 'the address is private'), 'unauthorized', 'the address is private'],
  ])('%s is an error', async (_name, reason, code, problem) => {
    const failed = fetchFrom(() => Promise.reject(reason))
    await expect(failed).rejects.toMatchObject({ code, message: `${text}: ${problem}` })
  })

  test('for one who gave up is what they gave up with', async () => {
    const gone = AbortSignal.abort(new Error('enough'))
    await expect(fetchFrom(() => Promise.reject(new TypeError('aborted')), gone)).rejects.toThrow('enough')
  })
})

test.each([
  ['https://mcp.example', 'https://mcp.example'],
  ['https://mcp.example/', 'https://mcp.example'],
  ['https://mcp.example/mcp', 'https://mcp.example/mcp'],
  ['https://mcp.example/mcp/', 'https://mcp.example/mcp/'],
  ['https://MCP.example:443/mcp?a=b#c', 'https://mcp.example/mcp'],
])('a server at %s is identified as %s', (given, expected) => {
  expect(canonicalResource(new URL(given))).toBe(expected)
})
