import { createServer, tool } from 'omniport'

/**
 * Makes a report of many pages. `writePage(page, signal)` writes one; a report may take hours. `options` are further options of
 * the server, such as `stores`.
 */
export function createReports(writePage, options = {}) {
  return createServer({
    name: 'reports',
    version: '1.0.0',
    ...options,
    tools: {
      write_report: tool({
        description: 'Writes a report, page by page',
        task: 'optional', // clients with tasks call it as one, all others wait
        input: {
          type: 'object',
          properties: { pages: { type: 'integer', minimum: 1, maximum: 1_000 } },
          required: ['pages'],
        },
        output: { type: 'object', properties: { written: { type: 'integer' } }, required: ['written'] },
        async run({ pages }, ctx) {
          for (let page = 1; page <= pages; page += 1) {
            // A task that goes on after a restart runs from the top: what is in `once` is not done again.
            await ctx.once(`page ${page}`, async () => {
              await writePage(page, ctx.signal)
              return page
            })
            ctx.progress(page, pages, `Page ${page}`)
          }
          return { written: pages }
        },
      }),
    },
  })
}
