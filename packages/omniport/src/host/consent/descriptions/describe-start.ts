import { parseUrl } from '../../../values/text/parse-url.js'
import type { Launch, LaunchVariable } from '../../servers/settings/launch.js'
import type { StartConsent } from '../requests/consent-request.js'
import type { Description, DescriptionLine } from './description.js'
import { trusted, untrusted } from './description-lines.js'
import { quoteCommand } from './quote-command.js'

/** Describes the start of a server. spec: security_best_practices#local-mcp-server-compromise */
export function describeStart({ launch, source, change, warnings }: StartConsent, server: string): Description {
  return {
    title: launch.type === 'url' ? `Connect to ${server}?` : `Run the program of ${server} on this machine?`,
    lines: [
      ...linesOf(launch),
      ...(source === undefined ? [] : trusted('Named in', source)),
      ...trusted('This entry', changes[change]),
    ],
    warnings: [...(launch.type === 'url' ? [] : [runsAsYou]), ...warnings],
  }
}

const changes: { readonly [K in StartConsent['change']]: string } = {
  new: 'is new',
  same: 'has not changed since the last decision',
  changed: 'has changed since the last decision',
}

const runsAsYou = 'It is dangerous to run a program that you do not know: it has all your rights on this machine.'

function linesOf(launch: Launch): readonly DescriptionLine[] {
  switch (launch.type) {
    case 'command':
      return [
        ...untrusted('Command', quoteCommand([launch.command, ...launch.args])),
        ...(launch.cwd === undefined ? [] : untrusted('Folder', launch.cwd)),
        ...Object.entries(launch.loaders ?? {}).flatMap(([name, value]) => untrusted('Variable', `${name}=${value}`)),
        ...(launch.env.length === 0 ? [] : untrusted('Variables it gets', quoteCommand(launch.env))),
        ...describeVariables(launch.variables, 'given to the program'),
      ]
    case 'url':
      return [
        ...untrusted('Address', launch.url),
        ...(launch.headers.length === 0 ? [] : untrusted('Headers it gets', quoteCommand(launch.headers))),
        ...describeVariables(launch.variables, `sent to ${hostOf(launch.url)}`),
      ]
    case 'program':
      return trusted('Command', 'none: it is a part of this program')
  }
}

/** Names each variable of this machine whose value leaves, where it goes, and in which field. */
function describeVariables(variables: readonly LaunchVariable[] = [], way: string): readonly DescriptionLine[] {
  return variables.flatMap(({ name, field }) =>
    untrusted('Your variable', `${quoteCommand([name])}: its value is ${way}, in ${field}`),
  )
}

function hostOf(url: string): string {
  return parseUrl(url)?.host ?? url
}
