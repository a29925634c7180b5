// The tables of docs/sdk.md that compare the two SDKs: each row has a test that shows it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../support/root.js'

const server = 'packages/sdk/src/server/'
const client = 'test/sdk/client/'

/** The beginning of each row, and its tests: file and title. */
const corrected: Readonly<Record<string, readonly (readonly [file: string, title: string])[]>> = {
  'Reading a long line': [[`${server}hostile.test.ts`, 'a message of 40 MB in small pieces is read in linear time']],
  'A line of stdin, a body': [
    [`${server}hostile.test.ts`, 'a message that is longer than maxBufferSize closes the transport'],
    [`${server}hostile.test.ts`, 'a message that nests too deep gets an error, and the next one its answer'],
    [`${server}hostile.test.ts`, 'a body that is too large gets 413, one that nests too deep 400'],
  ],
  'An empty line of stdin': [[`${server}hostile.test.ts`, 'an empty line and a mark of the byte order are no errors']],
  'A tool named `constructor`': [[`${server}mcp.test.ts`, 'a tool named %s is not found']],
  'A handler that throws `null`': [[`${server}hostile.test.ts`, 'a handler that throws %s gives an error']],
  'A message to a server process': [
    [`${client}stdio.test.ts`, 'a message that the server never reads is an error when the server ends'],
  ],
  '`InMemoryEventStore`': [
    [
      'packages/sdk/src/examples/shared/inMemoryEventStore.test.ts',
      'events of the same stream are sent again, in the order in which they were stored',
    ],
    ['packages/sdk/src/examples/shared/inMemoryEventStore.test.ts', 'the oldest events are forgotten'],
  ],
  'What is sent while': [
    [`${server}resume.test.ts`, 'loses none of those that were stored after its replay had read them'],
  ],
  'A stream stays open': [
    [`${server}resume.test.ts`, 'a stream ends when what is sent again on it ends with the response'],
  ],
  'A client that does not read': [
    ['packages/sdk/src/http-server/slow-readers.test.ts', 'the stream of its call is cut off'],
    [
      'packages/sdk/src/http-server/slow-readers.test.ts',
      'its HTTP+SSE session is cut off, and its server hears of it',
    ],
  ],
  'A client goes back': [[`${client}streamable-http.test.ts`, 'an error ends a resumed request as a result does']],
  'A stream that breaks twice': [
    [`${client}streamable-http.test.ts`, 'a stream that breaks twice goes on after the last event of the first part'],
  ],
  'An authorization request': [[`${client}auth-server.test.ts`, 'the state goes back with every error']],
  'The text of an error': [[`${client}auth-server.test.ts`, 'the text of an error stays inside its quotes']],
  'An output schema': [[`${client}client.test.ts`, 'a schema that cannot be used is an error of its own tool only']],
  'A client cannot reach': [
    [`${client}modern-only.test.ts`, 'is listed, called and read'],
    [`${client}modern-only.test.ts`, 'gets the answers of the handlers of elicitation, sampling and roots'],
    [`${client}modern-only.test.ts`, 'tells of progress, log messages and changes'],
  ],
  'Schemas of all messages': [
    ['packages/sdk/src/schemas/lazy-schema.test.ts', 'a schema is made when it is first used, once'],
    ['packages/sdk/src/schemas/lazy-schema.test.ts', 'every schema of %s is made so'],
  ],
}

const relied: typeof corrected = {
  'An unknown tool': [
    [`${server}kept.test.ts`, 'an unknown tool, and arguments that do not fit, are results with isError'],
  ],
  'One server object': [[`${server}kept.test.ts`, 'a server object serves one connection at a time']],
  'Progress that nobody': [
    [`${server}kept.test.ts`, 'progress that nobody asked for, and a response to nothing, go to onerror'],
  ],
  'Requests have a time limit': [
    [`${server}kept.test.ts`, 'a request has 60 seconds, which progress does not restart'],
  ],
  '`initialize` with a session': [
    [`${server}kept.test.ts`, 'a session that is initialized refuses to be initialized again'],
  ],
}

const page = readFileSync(join(root, 'docs/sdk.md'), 'utf8')

describe.each([
  ['What is corrected', corrected],
  ['What is kept, for programs that rely on it', relied],
])('%s', (heading, tests) => {
  test('has these rows', () => {
    const beginnings = Object.keys(tests)
    expect(rowsUnder(heading).map((row) => beginnings.find((each) => row.startsWith(each)) ?? row)).toEqual(beginnings)
  })

  test.each(Object.entries(tests))('%s …: its tests are there', (_, proofs) => {
    for (const [file, title] of proofs) expect(readFileSync(join(root, file), 'utf8')).toContain(`'${title}'`)
  })
})

/** The first cell of each row of the table under a heading. */
function rowsUnder(heading: string): readonly string[] {
  const [, section = ''] = page.split(`## ${heading}\n`)
  const [table = ''] = section.split('\n## ')
  const rows = table.split('\n').filter((line) => line.startsWith('|'))
  return rows.slice(2).map((row) => (row.split('|')[1] ?? '').trim())
}
