/** What the segments of a JPEG begin with that describe it in XMP (XMP part 3, 1.1.3) and in Photoshop's resources, which hold IPTC. */
export const xmpHeader = "http://ns.adobe.com/xap/1.0/\0";
export const photoshopHeader = "Photoshop 3.0\0";
export const descriptionHeaders = [xmpHeader, photoshopHeader] as const;
