import { createServer, prompt, resource, type UriVariables } from 'omniport'
import { z } from 'zod'
import { assert, type Equals } from './equals.js'

assert<Equals<keyof UriVariables<'plain://uri'>, never>>()
assert<
  Equals<
    { [K in keyof UriVariables<'a://{b}/{c}'>]: UriVariables<'a://{b}/{c}'>[K] },
    { readonly b: string; readonly c: string }
  >
>()
assert<Equals<keyof UriVariables<'a://{b,c}{/d*}{+e:3}{;f}{.g}{#h}'>, 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h'>>()
assert<Equals<UriVariables<'a://{b}{?c,d}{&e}'>['b'], string>>()
assert<Equals<UriVariables<'a://{b}{?c,d}{&e}'>['c' | 'd' | 'e'], string | undefined>>()
assert<Equals<UriVariables<string>, Readonly<Record<string, string>>>>()

const server = createServer({
  name: 'library',
  version: '1',
  resources: {
    book: resource({
      uri: 'book://{isbn}/page{?number}',
      title: 'A page',
      mimeType: 'text/plain',
      ttlMs: 60_000,
      cacheScope: 'public',
      annotations: { audience: ['user'], priority: 1 },
      complete: {
        isbn: (typed) => ['978-0'].filter((isbn) => isbn.startsWith(typed)),
        number: (_typed, ctx) => (ctx.arguments['isbn'] === '978-0' ? ['1', '2'] : []),
      },
      list: ({ principal }) => (principal ? [{ uri: 'book://978-0/page', name: 'First' }] : []),
      read: (variables) => {
        assert<Equals<typeof variables.isbn, string>>()
        assert<Equals<typeof variables.number, string | undefined>>()
        return variables.number === undefined ? undefined : { text: 'It was a dark night', mimeType: 'text/plain' }
      },
    }),
    cover: resource({ uri: 'book://cover.png', read: () => new Uint8Array(1) }),
    all: resource({
      uri: 'book://all',
      read: async () => ({ contents: [{ uri: 'book://1', blob: new Uint8Array(1) }] }),
    }),
  },
  prompts: {
    summary: prompt({
      arguments: z.object({ isbn: z.string(), words: z.coerce.number().optional(), style: z.enum(['dry', 'warm']) }),
      complete: { style: () => ['dry', 'warm'] },
      get: (args) => {
        assert<Equals<typeof args, { isbn: string; style: 'dry' | 'warm'; words?: number | undefined }>>()
        return [
          { role: 'user', content: `Sum up ${args.isbn} in ${args.words?.toFixed() ?? 'a few'} words` },
          { role: 'assistant', content: { type: 'text', text: 'Gladly.' } },
        ]
      },
    }),
    described: prompt({ get: () => ({ description: 'Says hello', messages: [{ role: 'user', content: 'Hello' }] }) }),
  },
})
server.resources.updated('book://978-0/page')
server.resources.listChanged()

// @ts-expect-error the template has no such variable
resource({ uri: 'book://{isbn}', read: ({ title }) => title })
// @ts-expect-error nor has it one to complete
resource({ uri: 'book://{isbn}', complete: { title: () => [] }, read: () => '' })
// @ts-expect-error inside createServer neither
createServer({ name: 'x', version: '1', resources: { b: resource({ uri: 'b://{c}', read: ({ d }) => d }) } })
// @ts-expect-error contents are text or data
resource({ uri: 'book://all', read: () => ({ contents: [{ uri: 'book://1' }] }) })
// @ts-expect-error arguments are strings on the wire
prompt({ arguments: z.object({ words: z.number() }), get: ({ words }) => words.toFixed() })
// @ts-expect-error there is no such argument to complete
prompt({ arguments: z.object({ isbn: z.string() }), complete: { title: () => [] }, get: () => '' })
// @ts-expect-error a role is user or assistant
prompt({ get: () => [{ role: 'system', content: 'Hello' }] })
