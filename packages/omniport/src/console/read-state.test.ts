import { expect, test } from 'vitest'
import { revisions } from '../entries/index.js'
import type { ConsoleParts } from './console-parts.js'
import { readState } from './read-state.js'

const facts = {
  ...{ release: '1.2', session: 'x', startedAt: 5, sandboxUrl: 'http://sandbox/', isTour: true, configFiles: ['f'] },
}

/** Parts of a console, each of whose lists has its name. */
function create(decisions: () => Promise<readonly unknown[]> = async () => ['decision']) {
  const log = { cursor: 7 }
  const parts = {
    ...{ log, decisions, audit: ['record'], changes: ['change'], roots: ['root'] },
    timeline: { firstSeq: 1, lastSeq: 5, bytes: 9 },
    ...{ servers: { all: ['server'] }, catalogues: { all: ['catalogue'] }, lines: { all: ['line'] } },
    ...{ spans: { all: ['span'] }, operations: { all: ['operation'] }, requests: { all: ['request'] } },
    ...{ subscriptions: { all: ['subscription'] }, tests: { all: ['test'] }, signIns: { all: ['sign-in'] } },
    ...{ notices: { all: ['notice'] }, settings: { current: { timeoutMs: 1 } } },
  }
  return { log, parts: parts as unknown as ConsoleParts }
}

test('the state has all that the page shows', async () => {
  expect(await readState(create().parts, facts)).toStrictEqual({
    ...{ version: 1, release: '1.2', session: 'x', cursor: 7, startedAt: 5, revisions },
    ...{ servers: ['server'], catalogues: ['catalogue'], lines: ['line'] },
    messages: { firstSeq: 1, lastSeq: 5, bytes: 9 },
    ...{ spans: ['span'], operations: ['operation'], requests: ['request'], decisions: ['decision'] },
    ...{ audit: ['record'], changes: ['change'], subscriptions: ['subscription'], tests: ['test'], roots: ['root'] },
    ...{ signIns: ['sign-in'], notices: ['notice'], settings: { timeoutMs: 1 } },
    ...{ sandboxUrl: 'http://sandbox/', isTour: true, configFiles: ['f'] },
  })
})

test('the state has no address of a sandbox where there is none', async () => {
  expect(await readState(create().parts, { ...facts, sandboxUrl: undefined })).not.toHaveProperty('sandboxUrl')
})

test('the cursor is that of before the decisions were read, so that no event is missed', async () => {
  const { log, parts } = create(async () => {
    log.cursor = 8
    return []
  })
  expect(await readState(parts, facts)).toMatchObject({ cursor: 7, decisions: [] })
})
