import { createServer, tool } from 'omniport'
import { Baskets } from './baskets.js'

const handle = { type: 'string', description: 'The basket_id that create_basket returned' }
const contents = {
  type: 'object',
  properties: { basket_id: handle, items: { type: 'array', items: { type: 'string' } } },
  required: ['basket_id', 'items'],
}
const reply = ({ id, items }) => ({ basket_id: id, items })

/** A shop whose baskets live longer than any connection: the model carries the handle from call to call. */
export function createShop(baskets = new Baskets()) {
  return createServer({
    name: 'shop',
    version: '1.0.0',
    tools: {
      create_basket: tool({
        description: `Makes an empty basket. It expires when it is not used for ${baskets.idleMinutes} minutes.`,
        output: contents,
        run: (_args, { principal }) => reply(baskets.create(principal?.id)),
      }),
      add_item: tool({
        description: 'Puts an article into a basket',
        input: {
          type: 'object',
          properties: { basket_id: handle, sku: { type: 'string' } },
          required: ['basket_id', 'sku'],
        },
        output: contents,
        run({ basket_id, sku }, { principal }) {
          const basket = baskets.use(basket_id, principal?.id)
          basket.items.push(sku)
          return reply(basket)
        },
      }),
      release_basket: tool({
        description: 'Throws a basket away',
        input: { type: 'object', properties: { basket_id: handle }, required: ['basket_id'] },
        run: ({ basket_id }, { principal }) => baskets.release(basket_id, principal?.id),
      }),
    },
  })
}
