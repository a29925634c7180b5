/** What could break in how a host lists and loads skills. */
export const hostSkills = [
  {
    name: 'a skill that was denied is loaded',
    file: 'host/skills/load-skill.ts',
    find: "if (answer === 'deny') throw notLoaded",
    replace: "if (answer !== 'deny' && by === 'policy') throw notLoaded",
    tests: ['host/skills'],
  },
  {
    name: 'an approval of a skill holds when its files have changed',
    file: 'host/skills/describe-entry.ts',
    find: '[file.uri, file.digest, file.size]',
    replace: '[file.uri]',
    tests: ['host/skills'],
  },
  {
    name: 'an approval of a skill holds when a file has another URI',
    file: 'host/skills/describe-entry.ts',
    find: '[file.uri, file.digest, file.size]',
    replace: '[file.digest, file.size]',
    tests: ['host/skills'],
  },
  {
    name: 'a skill with its files in another order is another skill',
    file: 'host/skills/describe-entry.ts',
    find: 'file.size]).sort()',
    replace: 'file.size])',
    tests: ['host/skills'],
  },
  {
    name: 'an approval of a skill that is generated is remembered',
    file: 'host/consent/decisions/parse-consent-decision.ts',
    find: "answer === 'deny' || isApprovalMemorable(request) ?",
    replace: "answer === 'deny' || isApprovalMemorable(request) || request.server !== '' ?",
    tests: ['host/skills'],
  },
  {
    name: 'an approval holds for all skills of a server',
    file: 'host/consent/requests/bind-consent-request.ts',
    find: 'return [request.skill.uri, request.skill.definition]',
    replace: 'return []',
    tests: ['host/skills'],
  },
  {
    name: 'a skill that differs from its pin is loaded in spite of onChangedSkill',
    file: 'host/skills/load-skill.ts',
    find: "if (skill.state === 'blocked') throw",
    replace: "if (skill.state !== 'blocked' && skill.name === '') throw",
    tests: ['host/skills'],
  },
  {
    name: 'a skill that was denied is pinned',
    file: 'host/skills/load-skill.ts',
    find: `    await approve(load, services)
`,
    replace: `    await services.skillPins.pin(server.name, skill.uri, skill.definition)
    await approve(load, services)
`,
    tests: ['host/skills'],
  },
  {
    name: 'a skill can end the element that names its server',
    file: 'host/skills/tag-skill-text.ts',
    find: "'&lt;')\n  return",
    replace: "'<')\n  return",
    tests: ['host/skills'],
  },
  {
    name: 'allowed-tools of a skill is not shown to the person',
    file: 'host/skills/describe-entry.ts',
    find: "'license', 'compatibility'",
    replace: "'license', 'allowed-tools', 'compatibility'",
    tests: ['host/skills'],
  },
  {
    name: 'a skill that is not listed takes the name of one that is',
    file: 'host/skills/host-skills.ts',
    find: 'described.names.at(-2) ?? described.names[0]',
    replace: 'described.names[0]',
    tests: ['host/skills'],
  },
  {
    name: 'skills of one name on one server are not told apart by their paths',
    file: 'host/catalogue/tool-names.ts',
    find: '[path.slice(-1), path].map',
    replace: '[path.slice(-1)].map',
    tests: ['host/skills'],
  },
  {
    name: 'a loaded skill cannot be read after its server was restarted',
    file: 'host/skills/load-skill.ts',
    find: "client !== current && skill.files !== 'dynamic'",
    replace: "client !== current && skill.files === 'dynamic'",
    tests: ['host/skills'],
  },
  {
    name: 'a server without pins of tools has none of skills in the lock file',
    file: 'host/node/pins/lock-document.ts',
    find: "if (others['tools'] === undefined && others['skills'] === undefined)",
    replace: "if (kind === 'tools' || others['tools'] === undefined)",
    tests: ['host/node/pins'],
  },
]
