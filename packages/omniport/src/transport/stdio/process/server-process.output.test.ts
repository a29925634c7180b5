import process from 'node:process'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import type { RpcRequest } from '../../../jsonrpc/messages/messages.js'
import { createLimits } from '../../../protocol/limits/limits.js'
import { openProgram } from './fixtures/open-program.js'

const ends: (() => void)[] = []
beforeEach(() => {
  vi.spyOn(process, 'kill').mockImplementation((_pid, signal) => {
    if (signal === 0) throw Object.assign(new Error('gone'), { code: 'ESRCH' })
    return true
  })
})
afterEach(async () => {
  for (const end of ends.splice(0)) end()
  await settled()
  vi.restoreAllMocks()
})

const ping: RpcRequest = { jsonrpc: '2.0', id: 1, method: 'ping' }

/** Every program is gone at the end of its test. */
function open(...given: Parameters<typeof openProgram>) {
  const opened = openProgram(...given)
  ends.push(() => opened.exit(0))
  return opened
}

describe('what a program writes', () => {
  test('that is no message is reported, without its secrets', async () => {
    const { child, errors } = open({}, { args: ['--token', 'k-1234567'] })
    child.stdout.write('started with k-1234567\n{"jsonrpc":"1.0"}\n')
    await settled()
    expect(errors).toEqual([
      '"program" wrote to stdout what is no message; logs belong on stderr: started with ***',
      'Invalid message: jsonrpc must be "2.0"',
    ])
  })

  test.each<[string, string, string, string]>([
    ['nothing', '', '', ''],
    ['a message', '{"jsonrpc":"2.0","method":"a"}\n', '', ''],
    [
      'lines that are no messages',
      'up with k-1234567\r\nagain\n',
      '',
      '; "program" wrote to stdout what is no message; logs belong on stderr: up with ***',
    ],
    [
      'JSON that is no message',
      `{"level":30,"key":"k-1234567","more":"${'x'.repeat(120)}"}\n`,
      '',
      `; "program" wrote to stdout what is no message; logs belong on stderr: {"level":30,"key":"***","more":"${'x'.repeat(88)}…`,
    ],
    ['a log', '', 'no k-1234567\n', '. The server "program" still runs; its stderr ends:\nno ***'],
    [
      'both',
      'up\n',
      'late\n',
      '; "program" wrote to stdout what is no message; logs belong on stderr: up. The server "program" still runs; its stderr ends:\nlate',
    ],
  ])('explains that it does not answer: %s', async (_name, stdout, stderr, output) => {
    const { child, connection } = open({}, { args: ['--token', 'k-1234567'] })
    child.stdout.write(stdout)
    child.stderr.write(stderr)
    await settled()
    expect(connection.output).toBe(output)
  })

  test('may be read without parsing it, where the request takes that', async () => {
    const seen: unknown[] = []
    const { child, connection } = open({
      readRaw: (line, accepts) => {
        seen.push([line.length, accepts(1), accepts(2)])
        return undefined
      },
    })
    const asked = connection.request(ping)
    child.stdout.write('{"jsonrpc":"2.0","id":1,"result":{}}\n')
    await settled()
    expect((await asked).result).toEqual({})
    expect(seen).toEqual([[36, false, false]])
  })

  test('waits while the program does not read', async () => {
    const served: string[] = []
    const { child, connection } = open({
      limits: createLimits({ outboxBytes: 100 }),
      serve: async ({ method }) => {
        served.push(method)
        return undefined
      },
    })
    connection.notify({ jsonrpc: '2.0', method: 'notifications/x', params: { text: 'x'.repeat(100_000) } })
    await settled()
    child.stdout.write('{"jsonrpc":"2.0","id":5,"method":"ping2"}\n')
    await settled()
    expect(served).toEqual([])
    child.stdin.resume()
    await settled()
    expect(served).toEqual(['ping2'])
  })
})

test('what stands between a program and its client sees both, and its end ends the program', async () => {
  const log: string[] = []
  let cut = () => {}
  const { child, connection, advance } = open({
    interceptPipes: (program) => {
      cut = () => program.cut()
      return {
        fromClient: (bytes, pass) => {
          log.push(`client ${Buffer.from(bytes).length}`)
          pass(bytes)
        },
        fromServer: (bytes, pass) => {
          log.push(`server ${Buffer.from(bytes).length}`)
          pass(bytes)
        },
        endServer: (pass) => pass(),
        stderr: () => log.push('stderr'),
        endClient: () => log.push('client ends'),
        exit: ({ code }) => log.push(`exit ${code}`),
      }
    },
  })
  const asked = connection.request(ping)
  await settled()
  child.stdout.write('{"jsonrpc":"2.0","id":1,"result":{}}\n')
  await settled()
  expect((await asked).result).toEqual({})
  cut()
  await settled()
  await advance(250)
  expect(await connection.closed).toMatchObject({ message: 'The server "program" closed its stdout' })
  expect(log).toEqual(['client 41', 'server 37', 'client ends'])
})
