// An extension method gets what its schema gives, and the type of its `serve` follows from `params` alone.
import { createServer } from 'omniport'
import { type ExtensionContext, type ExtensionMethod, extensionMethod, type ServerExtension } from 'omniport/protocol'
import { z } from 'zod'
import { assert, type Equals } from './equals.js'

const typed = extensionMethod({
  params: z.object({ words: z.string(), limit: z.number().default(5) }),
  nameParam: 'words',
  serve(params, ctx) {
    assert<Equals<typeof params, { words: string; limit: number }>>()
    assert<Equals<typeof ctx, ExtensionContext>>()
    assert<Equals<typeof ctx.app, unknown>>()
    return { hits: [params.words] }
  },
})
assert<Equals<typeof typed, ExtensionMethod>>()

extensionMethod({ serve: (params) => assert<Equals<typeof params, Record<string, unknown>>>() })

// @ts-expect-error a result has members
extensionMethod({ serve: () => 'text' })

// @ts-expect-error a raw shape is no schema
extensionMethod({ params: { words: z.string() }, serve: () => {} })

const extension: ServerExtension = {
  settings: { maxHits: 20 },
  methods: { 'search/query': typed },
  listen: {
    searchWords: {
      honour: (asked) => asked,
      deliver(words: string, ctx) {
        assert<Equals<typeof ctx, ExtensionContext>>()
        ctx.notify('notifications/search/found', { words })
      },
    },
  },
}
createServer({ name: 's', version: '1', extensions: { 'com.example/search': extension } })

// @ts-expect-error settings have a place of their own
createServer({ name: 's', version: '1', extensions: { 'com.example/search': { maxHits: 20 } } })
