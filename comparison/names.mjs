// Prints what each library has beside a server: the names that it exports for these. `-` is none.
const looked = {
  'a client': /^(Client|connect)$/,
  'a handler of Request and Response':
    /^(createMcpHandler|createFetchHandler|WebStandardStreamableHTTPServerTransport|EdgeFastMCP|StreamableHttpTransport|HttpTransport)$/,
  'checks of tokens': /^(jwtAuth|introspectionAuth|requireBearerAuth|verifyBearerToken|OAuthProvider|GoogleProvider)$/,
  'signing in as a client': /^(connect|UnauthorizedError|withOAuth)$/,
  'a host that asks a person': /^createHost$/,
  'a gateway': /^createGateway$/,
  'tools for the APIs of models': /^to\w+Tools$/,
  'state of several nodes on Redis': /Redis/,
}
const modules = {
  omniport: [
    'omniport',
    'omniport/client',
    'omniport/http',
    'omniport/auth',
    'omniport/host',
    'omniport/gateway',
    'omniport/models',
    '@omniport/redis',
  ],
  'sdk-v1': [
    'server/mcp.js',
    'server/webStandardStreamableHttp.js',
    'server/auth/middleware/bearerAuth.js',
    'client/index.js',
    'client/auth.js',
  ].map((path) => `@modelcontextprotocol/sdk/${path}`),
  'sdk-v2': ['@modelcontextprotocol/server', '@modelcontextprotocol/client'],
  fastmcp: ['fastmcp', 'fastmcp/edge', 'fastmcp/auth', 'fastmcp/openapi'],
  'mcp-lite': ['mcp-lite'],
  tmcp: ['tmcp', '@tmcp/transport-http', '@tmcp/transport-stdio', '@tmcp/session-manager-redis'],
}

for (const [library, paths] of Object.entries(modules)) {
  const names = (await Promise.all(paths.map(async (path) => Object.keys(await import(path))))).flat()
  for (const [what, pattern] of Object.entries(looked)) {
    const found = [...new Set(names.filter((name) => pattern.test(name)))]
    console.log(`${library.padEnd(9)} ${what.padEnd(34)} ${found.join(', ') || '-'}`)
  }
}
