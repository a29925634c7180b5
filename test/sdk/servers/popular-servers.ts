import type { PublishedServer } from './published-server.js'
import { taskServers } from './task-servers.js'

const chart = { title: 'a', data: [{ category: 'a', value: 1 }] }

/** Servers of others that depend on the SDK and start without a network, a key or a browser. What needs one fails the same. */
export const popularServers: readonly PublishedServer[] = [
  {
    name: 'eslint 0.3.13',
    spec: '@eslint/mcp@0.3.13',
    program: '@eslint/mcp/src/mcp-cli.js',
    files: { 'a.js': 'var a = 1\n', 'eslint.config.js': 'export default [{ rules: { "no-var": "error" } }]\n' },
    calls: { 'lint-files': [{ filePaths: ['<work>/a.js'] }, { filePaths: ['<work>/none.js'] }] },
  },
  {
    name: 'mermaid 0.4.1',
    spec: 'mcp-mermaid@0.4.1',
    program: 'mcp-mermaid/build/index.js',
    http: [
      { transport: 'http', args: ['--transport', 'streamable'], path: '/mcp' },
      { transport: 'sse', args: ['--transport', 'sse'], path: '/sse' },
    ],
    calls: {
      generate_mermaid_diagram: [
        { mermaid: 'graph TD; A-->B;', outputType: 'mermaid' },
        { mermaid: 'graph TD; A-->B;', outputType: 'svg_url' },
      ],
    },
  },
  {
    name: 'chart 0.9.10',
    spec: '@antv/mcp-server-chart@0.9.10',
    program: '@antv/mcp-server-chart/build/index.js',
    http: [
      { transport: 'http', args: ['--transport', 'streamable'], path: '/mcp' },
      { transport: 'sse', args: ['--transport', 'sse'], path: '/sse' },
    ],
    calls: { generate_bar_chart: [chart], generate_pie_chart: [chart] },
  },
  {
    name: 'kubernetes 4.1.7',
    spec: 'mcp-server-kubernetes@4.1.7',
    program: 'mcp-server-kubernetes/dist/index.js',
    http: [
      {
        transport: 'http',
        env: { ENABLE_UNSAFE_STREAMABLE_HTTP_TRANSPORT: '1', DNS_REBINDING_PROTECTION: 'false' },
        path: '/mcp',
      },
      { transport: 'sse', env: { ENABLE_UNSAFE_SSE_TRANSPORT: '1', DNS_REBINDING_PROTECTION: 'false' }, path: '/sse' },
    ],
  },
  {
    name: 'tavily 0.2.22',
    spec: 'tavily-mcp@0.2.22',
    program: 'tavily-mcp/build/index.js',
    env: { TAVILY_API_KEY: 'none' },
  },
  {
    name: 'figma 0.13.2',
    spec: 'figma-developer-mcp@0.13.2',
    program: 'figma-developer-mcp/dist/bin.js',
    args: ['--stdio'],
    env: { FIGMA_API_KEY: 'none', DO_NOT_TRACK: '1' },
    http: [{ transport: 'http', args: [], path: '/mcp' }],
  },
  {
    name: 'brave-search 2.1.4',
    spec: '@brave/brave-search-mcp-server@2.1.4',
    program: '@brave/brave-search-mcp-server/dist/index.js',
    env: { BRAVE_API_KEY: 'none' },
    http: [{ transport: 'http', args: ['--transport', 'http'], path: '/mcp' }],
  },
  {
    name: 'context7 3.2.4',
    spec: '@upstash/context7-mcp@3.2.4',
    // Over HTTP it needs a database.
    program: '@upstash/context7-mcp/dist/index.js',
  },
  {
    name: 'firecrawl 3.26.0',
    spec: 'firecrawl-mcp@3.26.0',
    program: 'firecrawl-mcp/dist/index.js',
    env: { FIRECRAWL_API_KEY: 'fc-none' },
  },
  {
    name: 'postgres 0.6.2',
    spec: '@modelcontextprotocol/server-postgres@0.6.2',
    program: '@modelcontextprotocol/server-postgres/dist/index.js',
    args: ['postgresql://127.0.0.1:1/none'],
    revision: '2024-11-05',
  },
  ...taskServers,
]
