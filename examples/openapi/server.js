import { readFileSync } from 'node:fs'
import { createServer } from 'omniport'
import { fromOpenApi } from 'omniport/openapi'

const document = JSON.parse(readFileSync(new URL('openapi.json', import.meta.url), 'utf8'))

/**
 * A library as an MCP server, made of the OpenAPI document of its API. Books can be found and lent; an operation that deletes stays
 * what it is, an operation of the API.
 */
export function createLibrary(baseUrl, apiKey) {
  return createServer({
    name: 'library',
    version: '1.0.0',
    tools: fromOpenApi(document, {
      baseUrl,
      include: ({ method, tags }) => method === 'get' || tags.includes('lending'),
      headers: () => ({ 'x-api-key': apiKey }),
    }),
  })
}
