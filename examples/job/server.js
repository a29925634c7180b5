import { createServer, tool } from 'omniport'

/** Makes a report of many pages. `writePage(page, signal)` writes one; a report may take hours. */
export function createReports(writePage) {
  return createServer({
    name: 'reports',
    version: '1.0.0',
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
            await writePage(page, ctx.signal)
            ctx.progress(page, pages, `Page ${page}`)
          }
          return { written: pages }
        },
      }),
    },
  })
}
