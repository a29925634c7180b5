import { type Client, connect, textOf } from 'omniport/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type HttpWire, tapHttp } from '../http-wire.js'
import { program } from '../processes.js'
import { type ServedProgram, serveProgram } from '../serve-program.js'
import { assertValid } from '../wire.js'

/** What comes of a question that nobody declared to answer. */
type CaseResult = { readonly code: number } | { readonly wrong: string }

const notFound = (method: string): CaseResult => ({ wrong: `MCP error -32601: Method not found: ${method}` })

describe.each<[string, readonly string[], '2025-11-25' | '2026-07-28', Readonly<Record<string, CaseResult>>]>([
  [
    '1.32.2',
    ['sdk-1-asking-server', 'mcp-sdk-current', 'http'],
    '2025-11-25',
    {
      register: { wrong: 'Client does not support form elicitation.' },
      open: notFound('elicitation/create'),
      describe: notFound('sampling/createMessage'),
      where: notFound('roots/list'),
    },
  ],
  [
    '2.4.0',
    ['sdk-2-asking-server', 'http'],
    '2026-07-28',
    {
      register: { code: -32021 },
      open: { code: -32021 },
      describe: { code: -32021 },
      where: { code: -32021 },
    },
  ],
])('our client, which answers nothing, and the server of SDK %s', (_name, [name = '', ...args], revision, outcomes) => {
  const errors: Error[] = []
  let served: ServedProgram
  let wire: HttpWire
  let client: Client

  beforeAll(async () => {
    served = await serveProgram(program(name, ...args))
    wire = await tapHttp(served.url)
    client = await connect(wire.url, { onError: (error) => errors.push(error) })
  })

  afterAll(async () => {
    await client.close()
    await wire.close()
    await served.stop()
  })

  test.each(Object.entries(outcomes))('%s', async (tool, outcome) => {
    const called = client.callTool(tool, {}).then(
      (result) => (result.isError === true ? { wrong: textOf(result) } : result),
      ({ code }) => ({ code }),
    )
    expect(await called).toEqual(outcome)
  })

  test('nothing on the wire was wrong', async () => {
    await client.close()
    expect(errors).toEqual([])
    assertValid(wire.messages, revision)
  })
})
