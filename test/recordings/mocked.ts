import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { isLegacy } from '../../packages/omniport/src/protocol/revisions/revision-profile.js'
import { cli } from '../cli/run-program.js'
import type { Peer } from '../interop/peers.js'
import { rowsOf } from '../support/scope.js'
import { node, run, start, type TapFolder } from '../tap/tapped.js'

/** One row for ours and for those of others, in both eras; in `npm run test:more` all. */
export function pairsOfEachKind<T extends { readonly peer: Peer }>(pairs: readonly T[]): readonly T[] {
  const kindOf = ({ isOurServer, isBothOurs, revision }: Peer) => `${isOurServer} ${isBothOurs} ${isLegacy(revision)}`
  return rowsOf(pairs, ({ peer }) => [kindOf(peer), 'pair'])
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
