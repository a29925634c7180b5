import { expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import { deferred } from '../../client/fixtures/connect-fake.js'
import { SimulatedServer } from '../fixtures/simulated-server.js'
import { startHost } from '../fixtures/start-host.js'
import type { HostEvent } from '../host-event.js'
import { createMemoryLock } from '../pins/memory-lock.js'

async function next(events: AsyncIterable<HostEvent>, type: HostEvent['type']): Promise<HostEvent> {
  for await (const event of events) if (event.type === type) return event
  throw new Error('no more events')
}

test('where the pins cannot be read nothing is offered or called, and the rest goes on when they can again', async () => {
  const lock = createMemoryLock()
  let isBroken = false
  const read = async () => {
    if (isBroken) throw new Error('disk')
    return lock.read()
  }
  const server = new SimulatedServer('a', true)
  const errors: string[] = []
  const host = startHost({
    servers: { a: server },
    lock: { ...lock, read },
    policy: () => 'allow',
    onError: ({ message }) => errors.push(message),
  })
  await host.tools()
  await settled()
  isBroken = true
  const gone = next(host.events(), 'tools')
  server.change('speak')
  expect(await gone).toMatchObject({ removed: ['a__speak'] })
  await expect(host.callTool('a__speak', {})).rejects.toMatchObject({ code: 'not_found' })
  expect(server.calls).toEqual([])
  expect(new Set(errors)).toEqual(new Set(['disk']))
  isBroken = false
  expect(await host.tools()).toEqual([])
  expect(host.changedTools).toMatchObject([{ tool: 'speak', isBlocked: true }])
  await host.approveTool('a', 'speak')
  expect((await host.tools()).map(({ description }) => description)).toEqual(['speak of a, version 2'])
})

test('an error that two calls meet is told once', async () => {
  const errors: Error[] = []
  const server = new SimulatedServer('a', true)
  const lock = { ...createMemoryLock(), read: () => Promise.reject(failure) }
  const failure = new Error('disk')
  const host = startHost({ servers: { a: server }, lock, onError: (error) => errors.push(error) })
  await Promise.all([host.tools(), host.tools()])
  expect(errors).toEqual([failure])
})

test('what is approved is in the audit log before it holds: where it cannot be written nothing is approved', async () => {
  const server = new SimulatedServer('a', true)
  const append = ({ type, change }: { readonly type: string; readonly change?: string }) => {
    if (type === 'pin' && change === 'approved') throw new Error('disk full')
  }
  const host = startHost({ servers: { a: server }, audit: { append } })
  await host.tools()
  await settled()
  const pin = next(host.events(), 'pin')
  server.change('speak')
  await pin
  await expect(host.approveTool('a', 'speak')).rejects.toThrow('disk full')
  expect(host.changedTools.length).toBe(1)
  expect(await host.tools()).toEqual([])
  await expect(host.approveTool('a', undefined, 'any')).rejects.toThrow(TypeError)
})

test('nobody is told of the end of a server as of an error', async () => {
  const errors: Error[] = []
  const server = new SimulatedServer('a', true)
  const host = startHost({ servers: { a: server }, onError: (error) => errors.push(error) })
  await host.tools()
  server.change('speak')
  await settled()
  await host.stop('a')
  await host.start('a')
  await host.tools()
  await host.setServers({})
  await host.close()
  await settled()
  expect(errors).toEqual([])
})

test('onError that throws or rejects, and reasons that are no errors, do no harm', async () => {
  const server = new SimulatedServer('a', true)
  const lock = { ...createMemoryLock(), read: () => Promise.reject(Object.create(null)) }
  const host = startHost({ servers: { a: server }, lock, onError: async () => Promise.reject(new Error('mine')) })
  expect(await host.tools()).toEqual([])
  await settled()
})

test('what is still looked at when a server is stopped is not offered, and told all the same', async () => {
  const [reading, opened] = [deferred<void>(), deferred<void>()]
  const lock = createMemoryLock()
  const read = async () => {
    reading.resolve()
    await opened.promise
    return lock.read()
  }
  await lock.write('a', new Map([['speak', { definition: 'another' }]]))
  const host = startHost({
    servers: { a: new SimulatedServer('a', true) },
    lock: { ...lock, read },
    onChangedTool: 'allow',
  })
  const pin = next(host.events(), 'pin')
  const listing = host.tools()
  await reading.promise
  await host.stop('a')
  opened.resolve()
  expect(await listing).toEqual([])
  expect(await pin).toMatchObject({ server: 'a', change: { tool: 'speak', change: 'changed' } })
  expect(host.servers[0]).toMatchObject({ state: 'stopped' })
  expect(host.servers[0]?.tools).toBeUndefined()
})
