import { parsers } from './parsers.ts'
for (const f of ['conduit-3.0','conduit-3.1','garage-api-3.0','garage-api-3.1']) for (const [n,p] of Object.entries(parsers)) { const t = await p(`/work/w/proof/test/compat/openapi/work/${f}.json`); console.log('##', f, n, t.slice(0,2500)) }
