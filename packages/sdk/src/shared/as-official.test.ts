import fc from 'fast-check'
import * as officialResources from 'mcp-sdk-current/shared/auth-utils.js'
import * as officialMediaType from 'mcp-sdk-current/shared/mediaType.js'
import * as officialMetadata from 'mcp-sdk-current/shared/metadataUtils.js'
import * as officialStdio from 'mcp-sdk-current/shared/stdio.js'
import * as officialNames from 'mcp-sdk-current/shared/toolNameValidation.js'
import * as officialTransport from 'mcp-sdk-current/shared/transport.js'
import { UriTemplate as OfficialUriTemplate } from 'mcp-sdk-current/shared/uriTemplate.js'
import { describe, expect, test } from 'vitest'
import * as ownResources from './auth-utils.js'
import * as ownMediaType from './mediaType.js'
import * as ownMetadata from './metadataUtils.js'
import * as ownStdio from './stdio.js'
import * as ownNames from './toolNameValidation.js'
import * as ownTransport from './transport.js'
import { UriTemplate } from './uriTemplate.js'

/** The value of a function, or the message of its error. */
function outcome(run: () => unknown): unknown {
  try {
    return run()
  } catch (error) {
    return `thrown: ${(error as Error).message}`
  }
}

describe('templates', () => {
  const names = fc.constantFrom('a', 'b', 'c', 'long', 'a.b')
  const expression = fc
    .tuple(
      fc.constantFrom('', '+', '#', '.', '/', '?', '&'),
      fc.array(fc.tuple(names, fc.constantFrom('', '', '*')), { minLength: 1, maxLength: 3 }),
    )
    .map(([operator, all]) => `{${operator}${all.map(([name, star]) => name + star).join(',')}}`)
  const literal = fc.constantFrom('', 'x', '/', 'file:///', '-', ',', '?a=', '&b=', '.', '}')
  const templates = fc.array(fc.oneof(expression, literal), { maxLength: 6 }).map((parts) => parts.join(''))
  const values = fc.constantFrom('', '1', 'a/b', 'x y', 'p,q', 'é', '?&=', '%20', 'file:///')
  const variables = fc.dictionary(names, fc.oneof(values, fc.array(values, { maxLength: 3 })), { maxKeys: 5 })

  test('expand and match as the official ones', () => {
    fc.assert(
      fc.property(templates, variables, fc.array(fc.oneof(literal, values)), (template, all, parts) => {
        const [own, official] = [new UriTemplate(template), new OfficialUriTemplate(template)]
        expect(own.variableNames).toEqual(official.variableNames)
        expect(own.toString()).toBe(official.toString())
        const uri = outcome(() => official.expand(all))
        expect(outcome(() => own.expand(all))).toEqual(uri)
        for (const text of [String(uri), parts.join(''), `x${parts.join('')}`]) {
          expect([template, text, own.match(text)]).toEqual([template, text, official.match(text)])
        }
      }),
      { numRuns: 400 },
    )
  })

  test.each(['{', 'a}', '{a}{', '{ a }', '{}', '{a{b}}', '{;a}', '{a:3}', 'x'])('%s reads as there', (template) => {
    expect(UriTemplate.isTemplate(template)).toBe(OfficialUriTemplate.isTemplate(template))
    expect(outcome(() => new UriTemplate(template).variableNames)).toEqual(
      outcome(() => new OfficialUriTemplate(template).variableNames),
    )
  })

  test('match a long URI in time, for whatever template', () => {
    const template = new UriTemplate(`${'{+a}{b*}'.repeat(8)}!`)
    const start = process.cpuUsage()
    expect(template.match('x,'.repeat(50_000))).toBeNull()
    expect(process.cpuUsage(start).user / 1_000).toBeLessThan(2_000)
  })
})

test.each(['', 'a'.repeat(129), 'a b', 'a,b', '-a', 'a.', 'a$b!$', 'ok_1.x', 'ä', 'a,b c'])(
  'the tool name %j has the same warnings',
  (name) => {
    expect(ownNames.validateToolName(name)).toEqual(officialNames.validateToolName(name))
  },
)

test.each([
  ...[null, undefined, '', ';', 'application/json', 'Application/JSON; charset=utf-8', 'application/json;'],
  ...['text/plain; a=application/json', ' application/json ', 'application', 'application/json, text/plain', '*/*'],
])('the media type %j is the same', (header) => {
  expect(ownMediaType.mediaTypeEssence(header)).toBe(officialMediaType.mediaTypeEssence(header))
  expect(ownMediaType.isJsonContentType(header)).toBe(officialMediaType.isJsonContentType(header))
})

test.each([
  { name: 'n' },
  { name: 'n', title: 't', annotations: { title: 'a' } },
  { name: 'n', title: '', annotations: { title: 'a' } },
  { name: 'n', annotations: { title: '' } },
])('the name of %j for people is the same', (metadata) => {
  expect(ownMetadata.getDisplayName(metadata)).toBe(officialMetadata.getDisplayName(metadata))
})

test.each([
  ['https://a/b/c', 'https://a/b'],
  ['https://a/bc', 'https://a/b'],
  ['https://a/b', 'https://a/b/'],
  ['https://a/b/', 'https://a/b'],
  ['https://a:1/b', 'https://a/b'],
  ['https://A/b?x', 'https://a/b#f'],
])('whether %s is of the resource %s', (requestedResource, configuredResource) => {
  const urls = { requestedResource, configuredResource }
  expect(ownResources.checkResourceAllowed(urls)).toBe(officialResources.checkResourceAllowed(urls))
  expect(ownResources.resourceUrlFromServerUrl(configuredResource)).toEqual(
    officialResources.resourceUrlFromServerUrl(configuredResource),
  )
})

describe('a buffer of lines', () => {
  const lines = ['{"jsonrpc":"2.0","method":"a"}', '{"x":1}', 'no json', '', '{"jsonrpc":"2.0","id":1,"result":{}}\r']

  test('gives the messages and errors of the official one, however the bytes are cut', () => {
    const bytes = Buffer.from(`${lines.join('\n')}\nrest`)
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length)), fc.constantFrom(20, 60, 1000), (cuts, maxBufferSize) => {
        const ends = [...cuts, bytes.length].sort((a, b) => a - b)
        const read = (buffer: ownStdio.ReadBuffer | officialStdio.ReadBuffer) =>
          ends.flatMap((end, index) => {
            const appended = outcome(() => buffer.append(bytes.subarray(ends[index - 1] ?? 0, end)))
            return [appended, ...Array.from({ length: 6 }, () => outcome(() => buffer.readMessage()))]
          })
        expect(read(new ownStdio.ReadBuffer({ maxBufferSize }))).toEqual(
          read(new officialStdio.ReadBuffer({ maxBufferSize })),
        )
      }),
      { numRuns: 300 },
    )
  })

  test('takes time in proportion to the line', () => {
    const buffer = new ownStdio.ReadBuffer({ maxBufferSize: 100_000_000 })
    const start = process.cpuUsage()
    for (let sent = 0; sent < 40_000_000; sent += 4096) {
      buffer.append(Buffer.alloc(4096, 'x'))
      expect(buffer.readMessage()).toBeNull()
    }
    expect(process.cpuUsage(start).user / 1_000).toBeLessThan(5_000)
  })

  test('is as large as there', () => {
    expect(ownStdio.STDIO_DEFAULT_MAX_BUFFER_SIZE).toBe(officialStdio.STDIO_DEFAULT_MAX_BUFFER_SIZE)
  })
})

describe('a redirect', () => {
  const redirect = (status: number, location?: string) =>
    new Response(null, { status, headers: location === undefined ? {} : { location } })
  type Case = readonly [string, RequestInit | undefined, readonly (readonly [number, string?])[]]
  const cases: readonly Case[] = [
    ['of a GET', {}, [[302, '/n'], [200]]],
    ['of a GET to another origin', undefined, [[301, 'http://b/n'], [200]]],
    ['to https', {}, [[302, 'https://a/n'], [200]]],
    ['with a user', {}, [[302, 'http://u:p@a/n'], [200]]],
    ['of a POST that stays one', { method: 'POST', body: 'x' }, [[307, '/n'], [200]]],
    ['of a POST that would become a GET', { method: 'POST', body: 'x' }, [[302, '/n'], [200]]],
    ['of a HEAD', { method: 'HEAD' }, [[302, '/n'], [200]]],
    ['that the request leaves alone', { redirect: 'manual' }, [[302, '/n'], [200]]],
    ['that the request refuses', { redirect: 'error' }, [[302, '/n'], [200]]],
    ['that never ends', {}, Array.from({ length: 9 }, () => [302, '/n'] as const)],
    ['that is none', {}, [[304, '/n'], [200]]],
  ]

  test.each(cases)('%s is followed as there', async (_, init, answers) => {
    const run = async ({ fetchWithinOrigin }: Pick<typeof ownTransport, 'fetchWithinOrigin'>) => {
      const calls: unknown[] = []
      const left = answers.map(([status, location]) => redirect(status, location))
      const { status } = await fetchWithinOrigin(async (url, options) => {
        calls.push([String(url), options])
        return left.shift() ?? redirect(500)
      })('http://a/start', init)
      return { status, calls }
    }
    expect(await run(ownTransport)).toEqual(await run(officialTransport))
  })

  test.each([
    [302, 'http://u:p@c/d?e#f'],
    [302, '/x'],
    [302, undefined],
    [302, 'http://['],
    [304, 'http://c/'],
  ])('that was not followed is described: %i %s', (status, location) => {
    const response = redirect(status, location)
    expect(ownTransport.unfollowedRedirect(response, 'http://a/b')).toBe(
      officialTransport.unfollowedRedirect(response, 'http://a/b'),
    )
  })
})

test.each([undefined, { A: 'b' }, [['A', 'b']] as [string, string][], new Headers({ A: 'b' })])(
  'headers %j are a record',
  async (headers) => {
    expect(ownTransport.normalizeHeaders(headers)).toEqual(officialTransport.normalizeHeaders(headers))
    const answer = async (_: unknown, init?: RequestInit) => new Response(JSON.stringify(init ?? null))
    const base: RequestInit = { headers: { x: '1', A: '2' }, credentials: 'include' }
    const run = async ({ createFetchWithInit }: Pick<typeof ownTransport, 'createFetchWithInit'>) =>
      (await createFetchWithInit(answer, base)('http://a', headers === undefined ? {} : { headers })).text()
    expect(await run(ownTransport)).toBe(await run(officialTransport))
  },
)
