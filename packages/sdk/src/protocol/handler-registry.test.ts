import { describe, expect, test } from 'vitest'
import * as z from 'zod/v4'
import { CallToolRequestSchema, CancelledNotificationSchema } from '../types.js'
import { HandlerRegistry } from './handler-registry.js'

class Own extends HandlerRegistry<never, never, never> {
  readonly asserted: string[] = []

  protected override assertRequestHandlerCapability(method: string) {
    this.asserted.push(method)
    if (method === 'forbidden') throw new Error('not declared')
  }

  request(method: string, params?: object) {
    const message = { jsonrpc: '2.0', id: 1, method, ...(params && { params }) } as never
    return this._requestHandlers.get(method)?.(message, 'extra' as never)
  }

  notify(method: string, params?: object) {
    const message = { jsonrpc: '2.0', method, ...(params && { params }) } as never
    return this._notificationHandlers.get(method)?.(message)
  }
}

const custom = z.object({ method: z.literal('own/do'), params: z.object({ a: z.number() }) })

describe('the handler of a request', () => {
  test.each([
    ['own/do', custom, { a: 1 }],
    ['tools/call', CallToolRequestSchema, { name: 't' }],
  ])('of %s gets what its schema gives, and the context', async (method, schema, params) => {
    const registry = new Own()
    const seen: unknown[] = []
    registry.setRequestHandler(schema, (...given) => {
      seen.push(given)
      return 'result' as never
    })
    expect(registry.asserted).toEqual([method])
    expect(await registry.request(method, { ...params, more: 1 })).toBe('result')
    expect(seen).toEqual([[{ method, params }, 'extra']])
  })

  test('does not run for what its schema refuses', () => {
    const registry = new Own()
    registry.setRequestHandler(custom, () => ({}) as never)
    expect(() => registry.request('own/do', { a: 'x' })).toThrow(
      expect.objectContaining({ name: expect.stringMatching(/ZodError$/) }),
    )
  })

  test('is not set without the capability', () => {
    const registry = new Own()
    const forbidden = z.object({ method: z.literal('forbidden') })
    expect(() => registry.setRequestHandler(forbidden, () => ({}) as never)).toThrow(new Error('not declared'))
    expect(registry.request('forbidden')).toBeUndefined()
  })

  test('replaces another, and can be removed', async () => {
    const registry = new Own()
    registry.setRequestHandler(custom, () => 1 as never)
    registry.setRequestHandler(custom, () => 2 as never)
    expect(await registry.request('own/do', { a: 1 })).toBe(2)
    expect(() => registry.assertCanSetRequestHandler('own/do')).toThrow(
      new Error('A request handler for own/do already exists, which would be overridden'),
    )
    registry.removeRequestHandler('own/do')
    expect(registry.assertCanSetRequestHandler('own/do')).toBeUndefined()
    expect(registry.request('own/do', { a: 1 })).toBeUndefined()
  })
})

describe('the handler of a notification', () => {
  test.each([
    ['own/do', custom, { a: 1 }],
    ['notifications/cancelled', CancelledNotificationSchema, { requestId: 1 }],
  ])('of %s gets what its schema gives', async (method, schema, params) => {
    const registry = new Own()
    const seen: unknown[] = []
    registry.setNotificationHandler(schema, (notification) => void seen.push(notification))
    await registry.notify(method, { ...params, more: 1 })
    expect(seen).toEqual([{ method, params }])
    expect(registry.asserted).toEqual([])
  })

  test('rejects what its schema refuses', async () => {
    const registry = new Own()
    registry.setNotificationHandler(custom, () => {})
    await expect(registry.notify('own/do', { a: 'x' })).rejects.toMatchObject({
      name: expect.stringMatching(/ZodError$/),
    })
  })

  test('can be removed', () => {
    const registry = new Own()
    registry.setNotificationHandler(custom, () => {})
    registry.removeNotificationHandler('own/do')
    expect(registry.notify('own/do', { a: 1 })).toBeUndefined()
  })
})
