"""A house with all its people and its log comes from a backup of its own into a database that has others.

Its events keep their bytes and digests (``games.log.joined``). Its accounts get numbers of this database; one
whose name or address somebody here has, is either the same person, or gets another name: that is asked, and
until it is answered nothing is stored. Nobody who ran their own service runs this one by coming.
"""
