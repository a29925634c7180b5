import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type Revision, revisions } from '../protocol/revisions/revision.js'
import { messageProblems } from './message-problems.js'

/** `# sentence`, then the message, then its problems. */
interface Case {
  readonly sentence: string
  readonly problems: readonly string[]
  readonly check: () => readonly string[]
}

describe('nothing is wrong with', () => {
  test.each(casesIn('right'))('$sentence', ({ check, problems }) => {
    expect(problems).toEqual([])
    expect(check()).toEqual([])
  })
})

describe('the problem is found of', () => {
  test.each(casesIn('wrong'))('$sentence', ({ check, problems }) => {
    expect(problems).not.toEqual([])
    expect(check()).toEqual(problems)
  })
})

test('each revision has its own schema', () => {
  const tool = { name: 'add', inputSchema: { type: 'object' }, title: 'x', annotations: {}, icons: [], execution: {} }
  const message = { jsonrpc: '2.0', id: 1, result: { tools: [tool] } }
  const problemsOf = (revision: Revision) =>
    messageProblems(message, { revision, from: 'server', method: 'tools/list' })
  expect(revisions.map((revision) => problemsOf(revision).length)).toEqual([4, 3, 2, 0, 4])
})

test('an answer to a method of an extension is any result', () => {
  const message = { jsonrpc: '2.0', id: 1, result: { resultType: 'complete', anything: 1 } }
  expect(messageProblems(message, { revision: '2026-07-28', from: 'server', method: 'com.example/x' })).toEqual([])
})

/**
 * The cases of a file: `>` is sent by the client and `<` by the server, in a revision, `http` when it is an HTTP body, in
 * brackets the method that it answers, then the message, whose `jsonrpc` is added where it is missing.
 */
function casesIn(file: string): Case[] {
  const text = readFileSync(new URL(`cases/${file}.txt`, import.meta.url), 'utf8')
  return text.split(/^# /m).slice(1).map(parseCase)
}

function parseCase(text: string): Case {
  const [sentence = '', line = '', ...rest] = text.trim().split('\n')
  const [, arrow, revision, http, method, json = ''] = /^([<>]) (\S+)( http)?(?: \((\S+)\))? (.*)$/.exec(line) ?? []
  const from = arrow === '>' ? 'client' : 'server'
  const message = withJsonrpc(JSON.parse(json))
  const context = { revision: revision as Revision, from, method, http: http !== undefined } as const
  return {
    sentence,
    problems: rest.filter((entry) => entry.startsWith('! ')).map((entry) => entry.slice(2)),
    check: () => messageProblems(message, context),
  }
}

function withJsonrpc(message: unknown): unknown {
  if (Array.isArray(message)) return message.map(withJsonrpc)
  return typeof message === 'object' && message !== null ? { jsonrpc: '2.0', ...message } : message
}
