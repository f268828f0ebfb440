import * as library from 'fast-xml-parser'
import { provideXmlLibrary } from './bind/parse-xml.ts'

// `import '@ctxgen/runtime/xml'` puts the parser of XML bodies into a bundle. Elsewhere the first XML body loads it.
provideXmlLibrary(library)
