import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Server } from 'omniport'
import { type ConnectOptions, connect, textOf } from 'omniport/client'
import { revisions } from 'omniport/protocol'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../support/free-port.js'
import { startProgram } from '../support/start-program.js'
import { loadExample } from './load-example.js'

type WritePage = (page: number, signal: AbortSignal) => Promise<void>
const { createReports } = await loadExample<{ createReports(writePage: WritePage): Server }>('job/server.js')

async function start(revision: (typeof revisions)[number], writePage: WritePage, options: ConnectOptions = {}) {
  const server = createReports(writePage)
  const client = await connect(server, { revision, ...options })
  onTestFinished(async () => {
    await client.close()
    await server.close()
  })
  return client
}

test.each(revisions)('whoever waits sees progress and gets the report, at %s', async (revision) => {
  const client = await start(revision, async () => {}, { tasks: false })
  const pages: number[] = []
  const result = await client.callTool(
    'write_report',
    { pages: 3 },
    { onProgress: ({ progress }) => pages.push(progress) },
  )
  expect([textOf(result), pages.at(0)]).toEqual(['{"written":3}', 1])
})

test.each(['2025-11-25', '2026-07-28'] as const)(
  'a client with tasks gets a handle, and later the report, at %s',
  async (revision) => {
    let finish = () => {}
    const gate = new Promise<void>((resolve) => {
      finish = resolve
    })
    const client = await start(revision, () => gate)
    const task = await client.callTask('write_report', { pages: 2 })
    expect(task.status).toBe('working')
    finish()
    expect(textOf(await task.result())).toBe('{"written":2}')
  },
)

test.each(['2025-11-25', '2026-07-28'] as const)('cancelling stops the work, at %s', async (revision) => {
  const signals: AbortSignal[] = []
  let begin = () => {}
  const started = new Promise<void>((resolve) => {
    begin = resolve
  })
  const client = await start(revision, (_page, signal) => {
    signals.push(signal)
    begin()
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  })
  const task = await client.callTask('write_report', { pages: 2 })
  await started
  await task.cancel()
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
})

test.each(['2025-11-25', '2026-07-28'] as const)(
  'a report goes on after a restart, and another client has it by its id, at %s',
  async (revision) => {
    const folder = mkdtempSync(join(tmpdir(), 'job-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const env = {
      DATA: join(folder, 'data'),
      REPORT: join(folder, 'report'),
      PORT: `${await freePort()}`,
      PAGE_MS: '50',
    }
    const start = async () => {
      const program = await startProgram(['examples/job/http.js'], env)
      onTestFinished(program.terminate)
      return program
    }
    const before = await start()
    const first = await connect(before.line, { revision })
    const { id } = await first.callTask('write_report', { pages: 40 })
    await first.close()
    before.terminate()
    expect(await before.ended).toEqual({ code: 0, stderr: '' })
    const after = await start()
    const second = await connect(after.line, { revision })
    const task = await second.getTask(id)
    expect(task.status).toBe('working')
    expect(await task.result()).toMatchObject({ structuredContent: { written: 40 } })
    expect(readdirSync(env.REPORT)).toHaveLength(40)
    await second.close()
    after.terminate()
    expect(await after.ended).toEqual({ code: 0, stderr: '' })
  },
)
