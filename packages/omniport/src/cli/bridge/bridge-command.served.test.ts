import { PassThrough } from 'node:stream'
import { afterEach, describe, expect, test } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import { connect } from '../../entries/client.js'
import { createServer, tool } from '../../entries/index.js'
import { serveHttp } from '../../entries/node.js'
import type { RunOptions, TargetName } from '../command-line/invocation.js'
import type { Io, ProcessPipes } from '../process/io.js'
import { bridgeCommand } from './bridge-command.js'

const closers: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function serve(): Promise<string> {
  const hello = tool({ run: () => 'hello' })
  const server = createServer({ name: 's', version: '1', logger: createRecordingLogger(), tools: { hello } })
  const served = await serveHttp(server, { port: 0 })
  closers.push(() => served.close())
  return served.url
}

function bridge(target: TargetName, options: Partial<RunOptions>, world: Partial<Io> = {}) {
  const controller = new AbortController()
  const { io, stdout, stderr } = createMemoryIo({ cwd: '/', signal: controller.signal, ...world })
  let onPrinted = (_text: string) => {}
  const printed = new Promise<string>((resolve) => (onPrinted = resolve))
  const own = { ...io, stdout: (text: string) => io.stdout(text).then(() => onPrinted(text)) }
  const code = bridgeCommand({ target, words: [], options: { env: [], header: [], ...options } }, own)
  return {
    code,
    printed,
    stdout,
    stderr,
    warnings: io.warnings,
    stop: () => controller.abort(new Error('Ended by SIGINT')),
  }
}

const word = (text: string): TargetName => ({ type: 'word', word: text })

describe('over HTTP', () => {
  test.each([undefined, '2025-06-18'] as const)(
    'clients call the tools by their names, in the revision %s',
    async (protocol) => {
      const { code, printed, stop } = bridge(word(await serve()), { port: 0, protocol, text: true })
      const [, url = ''] = /^Listening on (http:.*)\n$/.exec(await printed) ?? []
      const client = await connect(url)
      expect([client.server.name, (await client.callTool('hello', {})).content]).toMatchObject([
        'omniport-bridge',
        [{ type: 'text', text: 'hello' }],
      ])
      await client.close()
      stop()
      expect(await code).toBe(0)
      await expect(fetch(url)).rejects.toThrow(new TypeError('fetch failed'))
    },
  )

  test('a server that cannot be reached is warned of', async () => {
    const { code, printed, warnings, stop } = bridge(word('http://127.0.0.1:1/mcp'), { port: 0, timeout: 2_000 })
    const { url } = JSON.parse(await printed)
    const client = await connect(url)
    await expect(client.listTools()).rejects.toMatchObject({ name: expect.stringMatching(/Error$/) })
    expect(warnings[0]).toContain('127.0.0.1:1')
    await client.close()
    stop()
    expect(await code).toBe(0)
  })
})

describe('over pipes', () => {
  const pipesOf = (input: PassThrough): ProcessPipes => {
    const never = () => Promise.reject(new Error('not of this verb'))
    return {
      ...{ input, write: async () => {}, writeStderr: never, closeInput: () => {}, closeOutput: () => {} },
      ...{ takeSignals: () => {}, dieBy: never },
    }
  }

  test('an interruption ends it with its reason', async () => {
    const { code, stop } = bridge(word(await serve()), {}, { pipes: pipesOf(new PassThrough()) })
    const failed = expect(code).rejects.toThrow(new Error('Ended by SIGINT'))
    stop()
    await failed
  })

  test('one that came before ends it at once', async () => {
    const signal = AbortSignal.abort(new Error('Ended by SIGTERM'))
    const { code } = bridge(word(await serve()), {}, { pipes: pipesOf(new PassThrough()), signal })
    await expect(code).rejects.toThrow(new Error('Ended by SIGTERM'))
  })
})
