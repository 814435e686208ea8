/** Beginnings of the JPEG segments that describe a photo in XMP (XMP part 3, 1.1.3) or in Photoshop's resources, which hold IPTC. */
export const xmpHeader = "http://ns.adobe.com/xap/1.0/\0";
export const photoshopHeader = "Photoshop 3.0\0";
export const descriptionHeaders = [xmpHeader, photoshopHeader] as const;
