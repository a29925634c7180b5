import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { createHost, type Host, type HostEvent } from 'omniport/host'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { living } from '../interop/processes.js'

let folder = ''
let file = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'closing-'))
  file = join(folder, 'processes')
})

afterEach(() => rmSync(folder, { recursive: true }))

const program = fileURLToPath(new URL('programs/lingers.mjs', import.meta.url))

function open(...how: readonly string[]): Host {
  const target = { command: process.execPath, args: [program, file, ...how] }
  return createHost({ servers: { a: { target, revision: '2025-11-25' } } })
}

/** What the servers wrote: that they started and ended, in order, by their number instead of their process id. */
function story(): { readonly lines: readonly string[]; readonly pids: readonly number[] } {
  const written = readFileSync(file, 'utf8').trimEnd().split('\n')
  const pids = [...new Set(written.map((line) => Number.parseInt(line, 10)))]
  const lines = written.map((line) => line.replace(/^\d+/, (pid) => String(pids.indexOf(Number(pid)) + 1)))
  return { lines, pids }
}

async function until(host: Host, isIt: (event: HostEvent) => boolean): Promise<void> {
  for await (const event of host.events()) if (isIt(event)) return
}

const isState = (state: string) => (event: HostEvent) => event.type === 'server' && event.status.state === state

describe('closing a host waits for a server', () => {
  test('that is ready, which has time to end', async () => {
    const host = open()
    await host.tools()
    await host.close()
    const { lines, pids } = story()
    expect([lines, living(pids)]).toEqual([['1 started', '1 ended'], []])
  })

  test('that is being stopped and started again', async () => {
    const host = open()
    await host.tools()
    const stopping = host.stop('a')
    const starting = host.start('a')
    starting.catch(() => {})
    await host.close()
    expect(living(story().pids)).toEqual([])
    await stopping
    await expect(starting).rejects.toMatchObject({ code: 'closed' })
  })

  test('that is started again after it was stopped, and is there', async () => {
    const host = open()
    await host.tools()
    await Promise.all([host.stop('a'), host.start('a')])
    await host.close()
    const { lines, pids } = story()
    expect(lines).toEqual(['1 started', '1 ended', '2 started', '2 ended'])
    expect(living(pids)).toEqual([])
  })

  test('whose settings are changed: the new one starts when the old one has ended', async () => {
    const host = open()
    await host.tools()
    const target = { command: process.execPath, args: [program, file, 'other'] }
    const changing = host.setServers({ a: { target, revision: '2025-11-25' } })
    await host.start('a')
    await host.setServers({})
    await host.setServers({ a: { target, revision: '2025-11-25' } })
    await host.start('a')
    await host.close()
    await changing
    const { lines, pids } = story()
    expect(lines).toEqual(['1', '2', '3'].flatMap((number) => [`${number} started`, `${number} ended`]))
    expect(living(pids)).toEqual([])
  })

  test.each<readonly [string, (host: Host) => Promise<void>]>([
    ['at once', async () => {}],
    ['while it is started again', () => expect.poll(() => story().pids.length).toBe(2)],
    ['when it is back', (host) => until(host, isState('ready'))],
  ])('that crashes again and again, %s', async (_, moment) => {
    const host = open('crashes')
    const lost = until(host, isState('lost')).then(() => moment(host))
    host.tools().catch(() => {})
    await lost
    await host.close()
    expect(living(story().pids)).toEqual([])
  })

  test('that was killed at the same moment', async () => {
    const host = open()
    await host.tools()
    process.kill(host.servers[0]?.pid ?? 0, 'SIGKILL')
    await host.close()
    const { lines, pids } = story()
    expect([lines, living(pids)]).toEqual([['1 started'], []])
  })
})
