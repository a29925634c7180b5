import { parseRequirements } from '../parse-requirements.js'

/** Requirements on icons and identity. */
export const icon = parseRequirements(`
ICON-01 | MUST | client | 2025-11-25+ | A client that renders icons supports image/png and image/jpeg. | basic/index#icons
ICON-02 | SHOULD | client | 2025-11-25+ | A client that renders icons also supports image/svg+xml and image/webp. | basic/index#icons
ICON-03 | MUST | client | 2025-11-25+ | The URI of an icon is https: or data:; javascript:, file:, ftp:, ws: and app schemes, and redirects to them, are rejected. | basic/index#icons, schema#icon
ICON-04 | MUST | client | 2025-11-25+ | Icons are handled with care: no credentials on the fetch, same origin as the server (SHOULD), MIME type by magic bytes, allowlist, size limits, SVG scripts. | basic/index#icons, schema#icon
ICON-05 | fact | server | 2025-11-25+ | icons of Implementation, Tool, Prompt, Resource, ResourceTemplate: src, mimeType?, sizes? (array), theme? (light or dark). | schema#icon
ICON-06 | fact | both | all | Implementation: name, version; since 2025-06-18 title; 2025-11-25 description, icons, websiteUrl. | schema#implementation
`)
