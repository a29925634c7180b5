import { pathToFileURL } from 'node:url'
import type { Server } from 'omniport'
import { connect } from 'omniport/client'
import { revisions } from 'omniport/protocol'
import { afterEach, describe, expect, test } from 'vitest'
import { asPrincipal } from '../support/as-principal.js'
import { root } from '../support/root.js'

interface Clock {
  ms: number
}

interface BasketOptions {
  readonly idleMs?: number
  readonly perOwner?: number
  readonly anonymous?: number
  readonly now: () => number
}

const example = (file: string) => import(pathToFileURL(`${root}/examples/basket/${file}`).href)
const { createShop } = (await example('server.js')) as { createShop(baskets: object): Server }
const { Baskets } = (await example('baskets.js')) as { Baskets: new (options: BasketOptions) => object }

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close()
})

function openShop(options: Omit<BasketOptions, 'now'> = {}): { readonly server: Server; readonly clock: Clock } {
  const clock = { ms: 0 }
  const server = createShop(new Baskets({ ...options, now: () => clock.ms }))
  open.push(server)
  return { server, clock }
}

async function shopperOf(
  server: Server,
  { owner, revision }: { owner?: string; revision?: (typeof revisions)[number] } = {},
) {
  const target = owner === undefined ? server : (asPrincipal(server, owner) as Server)
  const client = await connect(target, { revision })
  open.push(client)
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const { content, isError } = await client.callTool(name, args)
    const [block] = content
    const text = block?.type === 'text' ? block.text : ''
    return isError ? { error: text } : text === '' ? {} : (JSON.parse(text) as { basket_id: string; items: string[] })
  }
  return { client, call, create: async () => (await call('create_basket')) as { basket_id: string; items: string[] } }
}

const gone = (id: string) => ({
  error: `There is no basket ${id}, or it has expired. Make a new one with create_basket.`,
})

describe.each(revisions.map((revision) => [revision] as const))('%s', (revision) => {
  test('a basket is made, filled over several calls, and released', async () => {
    const { server } = openShop()
    const { create, call } = await shopperOf(server, { revision })
    const { basket_id, items } = await create()
    await call('add_item', { basket_id, sku: 'tea' })
    const filled = await call('add_item', { basket_id, sku: 'milk' })
    const released = await call('release_basket', { basket_id })
    const after = await call('add_item', { basket_id, sku: 'salt' })
    expect([items, filled, released, after]).toEqual([[], { basket_id, items: ['tea', 'milk'] }, {}, gone(basket_id)])
  })

  test('a basket outlives the connection on which it was made', async () => {
    const { server } = openShop()
    const first = await shopperOf(server, { owner: 'ada', revision })
    const { basket_id } = await first.create()
    await first.client.close()
    const second = await shopperOf(server, { owner: 'ada', revision })
    expect(await second.call('add_item', { basket_id, sku: 'tea' })).toEqual({ basket_id, items: ['tea'] })
  })

  test('another principal is refused, and the basket stays as it was', async () => {
    const { server } = openShop()
    const ada = await shopperOf(server, { owner: 'ada', revision })
    const eve = await shopperOf(server, { owner: 'eve', revision })
    const anonymous = await shopperOf(server, { revision })
    const { basket_id } = await ada.create()
    const refused = [
      await eve.call('add_item', { basket_id, sku: 'gin' }),
      await eve.call('release_basket', { basket_id }),
      await anonymous.call('add_item', { basket_id, sku: 'gin' }),
    ]
    expect(refused).toEqual([gone(basket_id), gone(basket_id), gone(basket_id)])
    expect(await ada.call('add_item', { basket_id, sku: 'tea' })).toEqual({ basket_id, items: ['tea'] })
  })

  test('a basket expires when it is not used, and the error says what to do', async () => {
    const { server, clock } = openShop({ idleMs: 60_000 })
    const { create, call } = await shopperOf(server, { revision })
    const { basket_id } = await create()
    clock.ms = 59_999
    const used = await call('add_item', { basket_id, sku: 'tea' })
    clock.ms += 59_999
    const usedAgain = await call('add_item', { basket_id, sku: 'milk' })
    clock.ms += 60_000
    const expired = await call('add_item', { basket_id, sku: 'salt' })
    expect([used, usedAgain, expired]).toEqual([
      { basket_id, items: ['tea'] },
      { basket_id, items: ['tea', 'milk'] },
      gone(basket_id),
    ])
  })
})

test('the description of the tool that makes a basket says how long it lives', async () => {
  const { server } = openShop({ idleMs: 5 * 60_000 })
  const { client } = await shopperOf(server)
  const tools = await client.listTools()
  expect(tools.find(({ name }) => name === 'create_basket')?.description).toBe(
    'Makes an empty basket. It expires when it is not used for 5 minutes.',
  )
})

test('an owner who makes too many loses the oldest, and nobody else loses any', async () => {
  const { server } = openShop({ perOwner: 2, anonymous: 1 })
  const ada = await shopperOf(server, { owner: 'ada' })
  const bob = await shopperOf(server, { owner: 'bob' })
  const anonymous = await shopperOf(server)
  const [first, ofBob] = [await ada.create(), await bob.create()]
  const [second, third] = [await ada.create(), await ada.create()]
  const [lost, last] = [await anonymous.create(), await anonymous.create()]
  const add = (shopper: typeof ada, { basket_id }: { basket_id: string }) =>
    shopper.call('add_item', { basket_id, sku: 'tea' })
  expect([await add(ada, first), await add(anonymous, lost)]).toEqual([gone(first.basket_id), gone(lost.basket_id)])
  expect([await add(ada, second), await add(ada, third), await add(bob, ofBob), await add(anonymous, last)]).toEqual(
    [second, third, ofBob, last].map(({ basket_id }) => ({ basket_id, items: ['tea'] })),
  )
})

test('handles cannot be guessed from one another', async () => {
  const { server } = openShop()
  const { create } = await shopperOf(server)
  const ids = [(await create()).basket_id, (await create()).basket_id]
  expect(new Set(ids).size).toBe(2)
  for (const id of ids) expect(id).toMatch(/^bsk_[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
})
