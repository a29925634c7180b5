import process from 'node:process'
import { type Client, connect } from 'omniport/client'
import { expect, test } from 'vitest'
import { verifies } from '../requirements/verifies.js'
import { program } from './processes.js'

const wait = 'data:text/javascript,await new Promise((resolve) => setTimeout(resolve, 1500))'

/** Starts a program that reads nothing for a while, so that it gets the probe and `initialize` together. */
const startedLate = (name: string) => ({
  command: process.execPath,
  args: ['--import', wait, ...(program(name).args ?? [])],
})

test.each([
  ['SDK 2.4.0, which takes initialize for the choice of the client', 'sdk-2-server', '2026-07-28'],
  ['SDK 1.32.2', 'sdk-current-server', '2025-11-25'],
])('a server of %s that starts late is found in its newest revision, twice', async (_name, name, revision) => {
  verifies('INT-01', 'INT-02', 'INT-04')
  const errors: Error[] = []
  for (let time = 0; time < 2; time += 1) {
    const client: Client = await connect(startedLate(name), { onError: (error) => errors.push(error) })
    const tools = await client.listTools()
    expect([client.revision, tools.length > 0]).toEqual([revision, true])
    await client.close()
  }
  expect(errors).toEqual([])
})
