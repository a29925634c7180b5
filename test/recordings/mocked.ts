import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { cli } from '../cli/run-program.js'
import type { Driver } from '../interop/drivers/driver.js'
import type { Peer } from '../interop/peers.js'
import type { scenariosFor } from '../interop/scenarios.js'
import { node, run, start, type TapFolder } from '../tap/tapped.js'

/** What came of all scenarios, one after another. Closes the driver. */
export async function playAll(
  driver: Driver,
  { scenarios, peer }: { readonly scenarios: ReturnType<typeof scenariosFor>; readonly peer: Peer },
): Promise<readonly unknown[]> {
  const outcomes: unknown[] = []
  try {
    for (const [name, scenario] of scenarios) outcomes.push([name, await scenario.play(driver, peer.name)])
  } finally {
    await driver.close()
  }
  return outcomes
}

/** A server that starts slowly may be started twice: the last recording is used. */
export async function lastRecording({ folder }: TapFolder): Promise<string> {
  const count = (await readdir(folder)).filter((name) => name.endsWith('.jsonl')).length
  return join(folder, count === 1 ? 'tap.jsonl' : `tap-${count}.jsonl`)
}

/** Fails with what differs, unless two recordings say the same. */
export async function assertSame(first: string, second: string): Promise<void> {
  const { code, stdout, stderr } = await run([node, cli, 'diff', first, second], '')
  expect([String(stdout), String(stderr), code]).toEqual([expect.stringContaining('The same in both'), '', 0])
}

/** A mock that serves over HTTP. Whoever starts it closes it. */
export interface ServedMock {
  readonly url: string
  close(): Promise<void>
}

export async function serveMock(file: string, options: readonly string[] = []): Promise<ServedMock> {
  const child = start([node, cli, 'mock', file, '--port', '0', '--json', ...options])
  child.stdin.end()
  let complaints = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text
  })
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').once('data', resolve)
    void closed.then(() => reject(new Error(`mock has ended: ${complaints}`)))
  })
  const { url } = (JSON.parse(line) as { readonly result: { readonly url: string } }).result
  const close = () => {
    child.kill('SIGTERM')
    return closed
  }
  return { url, close }
}
