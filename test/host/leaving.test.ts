import { spawnSync } from 'node:child_process'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { living } from '../interop/processes.js'

const path = (name: string) => fileURLToPath(new URL(`programs/${name}.mjs`, import.meta.url))

test.each([
  ['exits', 0],
  ['throws', 1],
])('a program that %s leaves no server of its host behind', async (how, code) => {
  const args = [path('leaves'), how, path('two-faced'), path('stays')]
  const { stdout, status } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 25_000 })
  const servers = JSON.parse(stdout) as readonly (readonly [pid: number, isThere: boolean])[]
  expect(servers.map(([, isThere]) => isThere)).toEqual([true, true])
  const pids = servers.map(([pid]) => pid)
  expect(status).toBe(code)
  await expect.poll(() => living(pids)).toEqual([])
})
