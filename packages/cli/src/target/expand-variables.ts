import { CliError } from '../cli-error.js'

/**
 * Replaces `${NAME}`, `${NAME:-default}` and `${env:NAME}`. What else looks like a variable stays as it is.
 *
 * @throws CliError `usage` naming the field and a variable that has no value and no default.
 */
export function expandVariables(
  text: string,
  { where, env }: { readonly where: string; readonly env: Readonly<Record<string, string | undefined>> },
): string {
  return text.replaceAll(variable, (_whole, name: string, fallback: string | undefined) => {
    const value = Object.hasOwn(env, name) ? env[name] : undefined
    // As in shells, `:-` is also for what is set and empty.
    const chosen = fallback === undefined ? value : value || fallback
    if (chosen === undefined) throw new CliError('usage', `${where}: the variable ${name} is not set`)
    return chosen
  })
}

const variable = /\$\{(?:env:)?([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g
