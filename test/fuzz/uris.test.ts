import process from 'node:process'
import fc from 'fast-check'
import { afterAll, expect } from 'vitest'
import { createServer } from '../../packages/omniport/src/server/create-server.js'
import { resource } from '../../packages/omniport/src/server/resources/resource.js'
import { isTraversal } from '../../packages/omniport/src/server/resources/resource-index.js'
import { expandStrings } from '../../packages/omniport/src/uri/fixtures/expand-strings.js'
import { isUri } from '../../packages/omniport/src/uri/is-uri.js'
import { matchTemplate } from '../../packages/omniport/src/uri/match-template.js'
import { parseTemplate } from '../../packages/omniport/src/uri/parse-template.js'
import { connectRaw } from '../support/connect-raw.js'
import { fuzz } from './fuzz.js'

const names = ['a', 'b', 'c', '__proto__', 'constructor'] as const
const filled = fc.string({
  unit: fc.oneof(fc.constantFrom(..."/?#&=;,.%+ é'ab:@"), fc.constantFrom('😀', '\0', '\u202e')),
  minLength: 1,
  maxLength: 8,
})
const values = fc.dictionary(fc.constantFrom(...names), filled, { minKeys: names.length, noNullPrototype: false })

/** One expression for each name, told apart by what stands before it. */
const expression = fc.constantFrom('{x}', '{/x}', '{;x}', '{x:99}')
const template = fc
  .tuple(
    fc.shuffledSubarray([...names], { minLength: 1 }),
    fc.array(expression, { minLength: names.length, maxLength: names.length }),
    fc.boolean(),
  )
  .map(([some, shapes, isQuery]) => {
    const parts = some.map((name, index) => `/s${index}/${(shapes[index] ?? '').replace('x', name)}`)
    const rest = names.filter((name) => !some.includes(name))
    return `app://h${parts.join('')}${isQuery && rest.length > 0 ? `{?${rest.join(',')}}` : ''}`
  })

fuzz(
  'what a template expands to matches it, and gives the values back',
  fc.property(template, values, (source, values) => {
    const parsed = parseTemplate(source)
    const uri = expandStrings(parsed, values)
    const used = Object.fromEntries(parsed.variables.map(({ name }) => [name, values[name]]))
    if (!isUri(uri)) throw new Error(`${uri} is no URI`)
    expect({ ...matchTemplate(parsed, uri) }).toEqual(used)
  }),
)

const sourcePiece = fc.constantFrom(
  ...['{a}', '{+b}', '{/c*}', '{.d}', '{;e}', '{?f,g*}', '{&h:2}', '{#i}', '/', '?x=1', '#', '.', '{', '}', '{a', '{}'],
  ...['{a,a}', '{a:0}', '{a:99999}', '{=a}', '{a b}', '{é}', '%', '%41', '{%41}', ' ', '<', 'é', '\0', '{a**}', '{+*}'],
)
const uriPiece = fc.constantFrom(
  ...['a', '/', '?', '#', '&', '=', '.', '..', ';', '%20', '%2e', '%2F', '%C3', '%', 'é', 'f=', 'x=1', '\0', '\ud800'],
)
const uri = fc.array(uriPiece, { maxLength: 16 }).map((pieces) => pieces.join(''))

fuzz(
  'whatever stands for a template is read or refused, and matches any text without failing',
  fc.property(fc.array(sourcePiece, { maxLength: 8 }), uri, (pieces, text) => {
    let parsed: ReturnType<typeof parseTemplate>
    try {
      parsed = parseTemplate(pieces.join(''))
    } catch (reason) {
      if (!(reason instanceof TypeError)) throw reason
      return
    }
    const known = new Set(parsed.variables.map(({ name }) => name))
    const strange = Object.keys(matchTemplate(parsed, text) ?? {}).filter((name) => !known.has(name))
    expect(strange).toEqual([])
  }),
)

const long = fc
  .tuple(
    fc.array(fc.constantFrom('{+v}', '{v}', '{/v*}', '{v:99}', 'a', '/', '{?v*}'), { minLength: 1, maxLength: 12 }),
    fc.array(uriPiece, { minLength: 1, maxLength: 4 }),
    fc.constantFrom('', '!', '/', '%'),
  )
  .map(([shapes, pieces, end]) => {
    const source = shapes.map((shape, index) => shape.replace('v', `v${index}`)).join('')
    const unit = pieces.join('')
    return { source: `${source}{+last}`, uri: unit.repeat(Math.floor(20_000 / unit.length)) + end }
  })

/** Far more than a linear search needs on a slow machine, and far less than a quadratic one: 400,000,000 steps. */
const mostMs = 2_000

fuzz(
  'a long text is matched, or not, in a time that grows with its length only',
  fc.property(long, ({ source, uri }) => {
    const start = process.cpuUsage()
    matchTemplate(parseTemplate(source), uri)
    const { user } = process.cpuUsage(start)
    expect(user / 1_000).toBeLessThan(mostMs)
  }),
)

const read: string[] = []
const server = createServer({
  name: 'files',
  version: '1',
  logger: { error() {}, warn() {} },
  resources: {
    any: resource({ uri: 'file:///data/{+path}', read: ({ path }) => taken(path) }),
    one: resource({ uri: 'file:///one/{name}', read: ({ name }) => taken(name) }),
    each: resource({ uri: 'file:///each{/path*}', read: ({ path }) => taken(path) }),
    asked: resource({ uri: 'file:///asked{?path}', read: ({ path }) => taken(path) }),
  },
})
afterAll(() => server.close())

function taken(path: unknown): string {
  read.push(String(path))
  return 'read'
}

const step = fc.constantFrom(
  ...[
    '..',
    '.',
    'a',
    '/',
    '\\',
    '%2e%2e',
    '%2E.',
    '.%2e',
    '%2f',
    '%5C',
    '%00',
    '%252e',
    '..;',
    '%c0%ae',
    '//',
    '...',
    '?',
  ],
)
const path = fc.array(step, { maxLength: 7 }).map((steps) => steps.join(''))
const base = fc.constantFrom(
  'file:///data/',
  'FILE:///data/',
  'file:///one/',
  'file:///each/',
  'file:///asked?path=',
  'file:///',
)

fuzz(
  'no URI leads a file template out of its folder',
  fc.asyncProperty(base, path, async (base, path) => {
    read.length = 0
    const connection = await connectRaw(server, { revision: '2026-07-28' })
    const { result, error } = await connection.request('resources/read', { uri: base + path })
    connection.close()
    expect(error === undefined ? result?.['contents'] : error.code).toEqual(
      error === undefined ? [expect.objectContaining({ text: 'read' })] : -32602,
    )
    for (const given of read) {
      expect(given.split(/[/\\]/)).not.toContain('..')
      expect(given).not.toContain('\0')
    }
  }),
)

fuzz(
  'what is no traversal stays below its folder when its segments are walked',
  fc.property(path, (path) => {
    const parsed = parseTemplate('file:///data/{+path}')
    const variables = matchTemplate(parsed, `file:///data/${path}`)
    if (variables === undefined || isTraversal(`file:///data/${path}`, variables)) return
    let depth = 0
    for (const segment of String(variables['path']).split(/[/\\]/)) {
      depth += segment === '..' ? -1 : segment === '' || segment === '.' ? 0 : 1
      if (depth < 0) throw new Error(`${path} leads out of its folder`)
    }
  }),
)
