import { tmpdir } from 'node:os'
import { afterEach, describe, expect, test } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import { createServer, tool } from '../../entries/index.js'
import { type ServedHttp, serveHttp } from '../../entries/node.js'
import { tour } from './tour.js'

const served: ServedHttp[] = []

afterEach(async () => {
  for (const { close } of served.splice(0)) await close()
})

const readOnly = { readOnlyHint: true }
const needs = (...required: readonly string[]) =>
  ({ type: 'object', properties: { a: { type: 'string' } }, required }) as const

type Tools = NonNullable<Parameters<typeof createServer>[0]['tools']>

async function tourOf(tools: Tools) {
  const server = createServer({ name: 'shown', version: '7', logger: createRecordingLogger(), tools })
  const listening = await serveHttp(server, { port: 0 })
  served.push(listening)
  const { io, stdout, stderr } = createMemoryIo({ cwd: tmpdir() })
  const code = await tour([listening.url], io)
  return { code, printed: stdout(), errors: stderr() }
}

describe('a tour of a server', () => {
  test('shows what it offers, and calls the first tool that only reads and needs nothing', async () => {
    const { code, printed, errors } = await tourOf({
      writes: tool({ run: () => 'written' }),
      needs: tool({ annotations: readOnly, input: needs('a'), run: () => 'needed' }),
      reads: tool({ annotations: readOnly, input: needs(), run: () => 'one\ntwo' }),
      too: tool({ annotations: readOnly, run: () => 'not called' }),
    })
    expect([code, errors]).toEqual([0, []])
    expect(printed.split('\n')[0]).toMatch(/^shown 7, speaking \d{4}-\d\d-\d\d$/)
    for (const name of ['writes', 'needs', 'reads', 'too']) expect(printed).toContain(name)
    expect(printed.endsWith('\nCalled reads:\n  one\n  two\n')).toBe(true)
  })

  test('says that the tool failed', async () => {
    const fails = tool({
      annotations: readOnly,
      run: () => {
        throw new Error('no disk')
      },
    })
    const { code, printed } = await tourOf({ fails })
    expect([code, printed.slice(printed.indexOf('Called'))]).toEqual([0, 'Called fails, which failed:\n  no disk\n'])
  })

  test('calls nothing that may change something', async () => {
    const { printed } = await tourOf({ writes: tool({ annotations: { readOnlyHint: false }, run: () => 'written' }) })
    expect(printed).toMatch(/There is no tool that says it only reads and needs no arguments\.\n$/)
    expect(printed).not.toContain('Called')
  })

  test('says why it cannot be made', async () => {
    const { io, stdout, stderr } = createMemoryIo({ cwd: tmpdir() })
    expect(await tour(['--'], io)).toBe(1)
    expect([stdout(), stderr()]).toEqual([
      '',
      ['{"error":{"code":"usage","message":"There is no command after \\"--\\""}}'],
    ])
  })
})
