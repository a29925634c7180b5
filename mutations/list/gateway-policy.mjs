/** What could break in the policy, the credentials and the endpoints of a gateway. */
export const gatewayPolicy = [
  {
    name: 'a hidden tool can be called',
    file: 'gateway/policy/allow.ts',
    find: 'if (!(await policy.allows(target, exchange))) {',
    replace: 'if (!(await policy.allows(target, exchange)) && exchange.revision === undefined) {',
    tests: ['gateway/policy/allow.test.ts'],
  },
  {
    name: 'a result that depends on the caller may be shared',
    file: 'gateway/policy/allow.ts',
    find: "cacheScope: 'private' } }",
    replace: "cacheScope: 'public' } }",
    tests: ['gateway/policy/allow.test.ts'],
  },
  {
    name: 'a blocked URI is readable in another spelling',
    file: 'gateway/policy/name-rule.ts',
    find: 'return plain === name ? [name] : [name, plain]',
    replace: "return plain === '' ? [name, plain] : [name]",
    tests: ['gateway/policy/allow.test.ts'],
  },
  {
    name: 'a call runs though it cannot be audited',
    file: 'gateway/policy/audit.ts',
    find: "throw RpcError.internal('Nothing was done: it cannot be audited', { cause })",
    replace: "if (cause === undefined) throw RpcError.internal('Nothing was done: it cannot be audited', { cause })",
    tests: ['gateway/policy/audit.test.ts'],
  },
  {
    name: 'a changed definition can be called by who knows its name',
    file: 'gateway/routing/send-to-upstream.ts',
    find: 'if (!lists.isBlocked(name)) return sendChecked(connection, request)',
    replace: "if (!lists.isBlocked(name) || name !== '') return sendChecked(connection, request)",
    tests: ['gateway/pins/gateway-pins.test.ts'],
  },
  {
    name: 'arguments of a found tool are not checked',
    file: 'gateway/search/offer-search.ts',
    find: 'return checked?.issues === undefined ? undefined : formatIssues(checked.issues)',
    replace: 'return checked?.issues?.length === 0 ? formatIssues(checked.issues) : undefined',
    tests: ['gateway/search/offer-search.test.ts'],
  },
  {
    name: 'another person than the one who was asked signs in',
    file: 'gateway/credentials/create-sign-in.ts',
    find: '(await verify(request, found.principal)) === true',
    replace: '(await verify(request, found.principal)) !== undefined',
    tests: ['gateway/credentials/create-sign-in.test.ts'],
  },
  {
    name: 'the status of a gateway is shown to proxies of this machine',
    file: 'gateway/node/health.ts',
    find: 'isLocal && !isForwarded &&',
    replace: 'isLocal && (!isForwarded || isLocal) &&',
    tests: ['gateway/node/serve-endpoints.test.ts'],
  },
]
