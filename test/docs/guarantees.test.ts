import { existsSync, readdirSync, statSync } from 'node:fs'
import { defaultLimits } from 'omniport/protocol'
import { describe, expect, test } from 'vitest'
import { root } from '../support/root.js'
import { readDocument } from './code-blocks.js'

const text = readDocument('docs/guarantees.md')
const [, promised = ''] = text.split(/^## /m)
const guarantees = promised
  .split(/^### /m)
  .slice(1)
  .map((section) => {
    const title = section.slice(0, section.indexOf('\n'))
    return { title, section, proofs: section.split('\nShown by ')[1]?.split('\n\n')[0] ?? '' }
  })

describe.each(guarantees)('the guarantee "$title"', ({ section, proofs }) => {
  test('says what is promised, and with which limits', () => {
    expect([/\*\*.+\*\*/s.test(section), /^- /m.test(section)]).toEqual([true, true])
  })

  test('is shown by tests that are there', () => {
    const named = [...proofs.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path)
    expect(named.length).toBeGreaterThan(2)
    expect(named.filter((path) => !isProof(path))).toEqual([])
  })
})

test('there are twelve of them', () => {
  expect(guarantees.map(({ title }) => title)).toEqual([
    'One answer',
    'Nothing crosses',
    'Resuming',
    'Bounded memory',
    'Everything ends',
    'Closing settles last',
    'Cancelled work stops',
    'Nothing is lost in silence',
    'A parked call runs once',
    'A person decides',
    'Definitions stay what they were',
    'One server does not stop the others',
  ])
})

test('the limits that it names are limits', () => {
  const memory = text.slice(text.indexOf('## Memory'))
  const names = [...memory.matchAll(/`([a-z]\w*)`/g)].map(([, name = '']) => name)
  const others = ['serveHttp', 'lagBytes', 'maxBytes', 'n', 'auth']
  expect(names.filter((name) => !Object.hasOwn(defaultLimits, name) && !others.includes(name))).toEqual([])
  const asText = [...text.matchAll(/`limits\.(\w+)`/g)].map(([, name = '']) => name)
  expect(asText.filter((name) => !Object.hasOwn(defaultLimits, name))).toEqual([])
})

describe('the memory that it computes', () => {
  const mebi = 1024 * 1024
  const { lineBytes, bodyBytes, responseBytes, outboxBytes, headerBytes, jsonNodes, ...limits } = defaultLimits
  const [pipe, body, answer] = [lineBytes, bodyBytes, responseBytes].map((bytes) => 2 * bytes + 64 * jsonNodes) as [
    number,
    number,
    number,
  ]
  const connection = headerBytes + 64 * 1024 + outboxBytes
  const anonymous = (limits.anonymousBytes * 9) / 8
  const figures = [
    ['pipe that is served', [2 * pipe, outboxBytes]],
    ['messages in flight of a server', [Math.max((limits.inFlightBytes * 9) / 8, body)]],
    ['connection that `serveHttp` serves', [connection]],
    ['`serveHttp`', [limits.connections * connection]],
    ['open stream', [outboxBytes]],
    ['all open streams', [limits.streams * outboxBytes]],
    ['all tasks', [limits.tasks * 4 * bodyBytes, anonymous]],
    ['event log in memory', [256 * mebi, limits.anonymousBytes]],
    ['call of a client', [answer, limits.pages * answer]],
    ['pipe of a client', [(limits.pipeInFlight + 2) * pipe]],
    ['cache of a client', [512 * answer]],
  ] as const

  test.each(figures)('%s', (thing, bytes) => {
    const row = text.split('\n').find((line) => line.split('|')[1]?.trim() === thing) ?? ''
    const reported = [...row.matchAll(/([\d.]+) (MiB|GiB)/g)].map(
      ([, n, unit]) => Number(n) * (unit === 'GiB' ? 1024 : 1),
    )
    expect(reported.length).toBe(bytes.length)
    const off = bytes.map((value, at) => Math.abs(1 - (reported[at] ?? 0) / (value / mebi)))
    expect(off.filter((part) => part > 0.04)).toEqual([])
  })
})

/** A test, or a folder with tests or with what they are checked by. */
function isProof(path: string): boolean {
  const place = `${root}/${path}`
  if (!existsSync(place)) return false
  return statSync(place).isDirectory()
    ? readdirSync(place).some((name) => name.endsWith('.ts'))
    : path.endsWith('.test.ts')
}
