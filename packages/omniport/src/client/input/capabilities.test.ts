import { expect, test } from 'vitest'
import { verifies, verifiesIn } from '#test/requirements/verifies.js'
import { metaKeys } from '../../protocol/meta/meta-keys.js'
import { type Revision, revisions } from '../../protocol/revisions/revision.js'
import { profileOf } from '../../protocol/revisions/revision-profile.js'
import type { ConnectOptions } from '../connect-options.js'
import { connectFake } from '../fixtures/connect-fake.js'
import type { Received } from '../fixtures/fake-server.js'
import { projectCapabilities } from './capabilities.js'

const elicit = () => ({ action: 'decline' as const })
const elicitUrl = async () => 'decline' as const
const sample = () => Promise.reject(new Error('no'))
const all: ConnectOptions = { elicit, elicitUrl, sample, roots: [] }

/** What every client takes part in. */
const extensions = { 'io.modelcontextprotocol/tasks': {} }

const older = { sampling: {}, roots: { listChanged: true } }

test.each<[Revision, string, ConnectOptions, object]>([
  ['2024-11-05', 'nothing', {}, {}],
  ['2024-11-05', 'everything', all, older],
  ['2025-03-26', 'everything', all, older],
  ['2025-06-18', 'everything', all, { ...older, elicitation: {} }],
  ['2025-06-18', 'pages', { elicitUrl }, {}],
  ['2025-11-25', 'nothing', {}, {}],
  ['2025-11-25', 'forms', { elicit }, { elicitation: { form: {} } }],
  ['2025-11-25', 'pages', { elicitUrl }, { elicitation: { url: {} } }],
  [
    '2025-11-25',
    'everything',
    all,
    { elicitation: { form: {}, url: {} }, sampling: { tools: {} }, roots: { listChanged: true } },
  ],
  ['2026-07-28', 'nothing', {}, { extensions }],
  ['2026-07-28', 'roots', { roots: [{ uri: 'file:///a' }] }, { roots: {}, extensions }],
  [
    '2026-07-28',
    'everything',
    all,
    { elicitation: { form: {}, url: {} }, sampling: { tools: {} }, roots: {}, extensions },
  ],
])('%s: a client that answers %s declares exactly that', async (revision, _name, options, declared) => {
  verifiesIn(revision, 'ELI-01', 'ELI-02', 'SAMP-01', 'ROOT-01', 'ROOT-03')
  const { client, server, hello } = await connectFake(
    revision,
    { 'tools/call': () => ({ result: { content: [] } }) },
    options,
  )
  await client.callTool('x', {})
  expect(declaredIn(hello)).toEqual(declared)
  expect(declaredIn(server.received[0])).toEqual(revision === '2026-07-28' ? declared : undefined)
  await client.close()
})

test.each(revisions)('%s: a client declares its experimental capabilities', async (revision) => {
  verifies('CAP-05')
  const experimental = { 'example.com/tracing': { version: 2 } }
  const { client, server, hello } = await connectFake(
    revision,
    { 'tools/call': () => ({ result: { content: [] } }) },
    { experimental },
  )
  await client.callTool('x', {})
  expect(declaredIn(hello)).toMatchObject({ experimental })
  expect(declaredIn(server.received[0])).toEqual(revision === '2026-07-28' ? { experimental, extensions } : undefined)
  await client.close()
})

test('an experimental capability must be an object', async () => {
  const options = { experimental: { x: true } } as unknown as ConnectOptions // such a value does not compile
  await expect(connectFake('2025-11-25', {}, options)).rejects.toThrow(
    new TypeError('connect: experimental["x"] must be an object, got true'),
  )
})

test.each(revisions)('%s: what was not declared has no member, and what a client adds is left alone', (revision) => {
  expect(projectCapabilities({}, profileOf(revision))).toStrictEqual({})
  const added = { experimental: { a: {} }, other: 1 }
  expect(projectCapabilities(added, profileOf(revision))).toStrictEqual(added)
})

test('tasks are declared in the one revision whose core has them', () => {
  const declared = revisions.filter((revision) => 'tasks' in projectCapabilities({ tasks: {} }, profileOf(revision)))
  expect(declared).toEqual(['2025-11-25'])
})

/** In `initialize`, or in the metadata of a modern request. */
function declaredIn({ params = {} }: Received = {}): unknown {
  const { capabilities, _meta = {} } = params
  return capabilities ?? (_meta as Record<string, unknown>)[metaKeys.clientCapabilities]
}
