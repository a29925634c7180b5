import { describe, expect, test } from 'vitest'
import { httpShells } from '../../support/http-shells.js'
import { formatHttpTranscript } from './format-http-transcript.js'
import { inProcess } from './open-fixture.js'
import { parseHttpTranscript } from './parse-http-transcript.js'
import { type HttpRan, runHttpCase } from './run-http-case.js'

const head = [
  '# Anything',
  'revisions: 2025-06-18',
  'session: yes',
  'post:',
  '  Content-Type: application/json',
  '  Mcp-Session-Id: ⟨session⟩',
].join('\n')
const ping = ['> POST /mcp', '>', '> {"id":1,"method":"ping"}']

async function run(...lines: readonly string[]) {
  const transcript = parseHttpTranscript(`${head}\n\n# a case\n${lines.join('\n')}\n`)
  const [one] = transcript.cases
  const [shell] = httpShells
  if (one === undefined || shell === undefined) throw new Error('there is nothing to run')
  const ran = await runHttpCase(one, { transcript, revision: '2025-06-18', open: inProcess(shell.open), waits: true })
  const format = () => formatHttpTranscript(transcript, '2025-06-18', new Map([[one, ran]]))
  return { ...ran, format }
}

const pong = {
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: { jsonrpc: '2.0', id: 1, result: {} },
  events: [],
}

/** What came where nothing was to come, by exchange. */
function surprises({ outcomes }: HttpRan) {
  return outcomes.map(({ expected, actual }) => [expected.size, Object.fromEntries(actual)])
}

describe('the runner', () => {
  test('gives what came beside what was expected', async () => {
    const { outcomes } = await run(...ping, '< 202 Accepted')
    const accepted = { status: 202, headers: {}, events: [] }
    expect(outcomes).toEqual([{ expected: new Map([['', accepted]]), actual: new Map([['', pong]]) }])
  })

  test('overlooks nothing where nothing is expected', async () => {
    const stream = ['> GET /mcp', '> Mcp-Session-Id: ⟨session⟩'].map((line) => `changes${line}`)
    const ran = await run(...stream, '< nothing', '! the tool "extra" is added', '< nothing')
    const data = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' }
    expect(surprises(ran)).toEqual([
      [0, { changes: { status: 200, headers: { 'content-type': 'text/event-stream' }, events: [] } }],
      [0, { changes: { events: [{ id: ran.ids.get('event'), data }] } }],
    ])
  })

  test('hears nothing on a connection that the client closed', async () => {
    const call = ['> POST /mcp', '>', '> {"id":1,"method":"tools/call","params":{"name":"slow"}}']
    const ran = await run(...call.map((line) => `call${line}`), 'call> (close)', '! slow goes on', '< nothing')
    expect(surprises(ran)).toEqual([[0, {}]])
  })

  test('finds what the official schema does not allow', async () => {
    const { assertValid } = await run('> POST /mcp', '>', '> {"id":1,"method":"tools/call","params":{}}')
    expect(assertValid).toThrow('client 2025-06-18 /params/name: is required')
  })

  test('asks no schema about a message that is marked wrong, and sends what is no JSON as it stands', async () => {
    const { assertValid, outcomes } = await run('> POST /mcp', '>', '>! {"id":1')
    expect(assertValid()).toBeUndefined()
    expect(outcomes[0]?.actual.get('')).toMatchObject({ status: 400, body: { error: { code: -32700 } } })
  })

  test('knows no event that the server does not have', async () => {
    await expect(run('! the sky falls')).rejects.toThrow('the server has no event "the sky falls"')
  })

  test('leaves a header out that a request says is none', async () => {
    const { outcomes } = await run('> POST /mcp', '> Content-Type: (none)', ...ping.slice(1))
    expect(outcomes[0]?.actual.get('')?.status).toBe(415)
  })

  test('writes anew what differs, and keeps what fits', async () => {
    const fits = ['< 200 OK', '< Content-Type: application/json', '<', '< {"result":{},"id":1}']
    const { format } = await run(...ping, ...fits, '', ...ping, '< 202 Accepted')
    const reported = ['< 200 OK', '< Content-Type: application/json', '<', '< {"id":1,"result":{}}']
    expect(format()).toBe(`${[head, '', '# a case', ...ping, ...fits, '', ...ping, ...reported].join('\n')}\n`)
  })
})

describe('a transcript is refused that has', () => {
  test.each([
    ['no revision', '# x', 'not a list of 2024-11-05, '],
    ['an unknown line in its head', '# x\nput:\n  A: b', 'not a line of a head: put:'],
    ['an unknown line in a case', `${head}\n\n# y\nping`, 'not a line of a case: ping'],
    ['a message that is no JSON', `${head}\n\n# y\n> POST /\n>\n> {`, 'not JSON: > {'],
    ['a header of nothing', `${head}\n\n# y\n> Accept: a/b`, 'not a part of a request: > Accept: a/b'],
    ['no header where one belongs', `${head}\n\n# y\n> POST /\n> what`, 'not a header: what'],
    ['a status by another name', `${head}\n\n# y\n> POST /\n< 200 Fine`, 'not a status: < 200 Fine'],
    [
      'an unknown field of an event',
      `${head}\n\n# y\n> POST /\n< 200 OK\n<\n< x: y`,
      'not a field of an event: < x: y',
    ],
    ['two requests on one connection', `${head}\n\n# y\n> POST /\n> GET /`, 'a connection carries one request'],
    ['a sentence twice', `${head}\n\n# y\n\n# y`, 'two cases have the same sentence'],
  ])('%s', (_name, text, problem) => {
    expect(() => parseHttpTranscript(text)).toThrow(problem)
  })
})
